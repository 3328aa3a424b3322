import {
  methodOfMeaning,
  type OwnMeanings,
  type PaymentMeaning,
  paymentMeaning,
} from '../../../contract/rules/import/source-names.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';
import type { NewOrder } from '../contents/new-order.ts';

/** The payment of an order as its source reports it. Amounts in fils. */
export type ReportedPayment = {
  /** The names of the payments; empty if the source names none. */
  names: readonly string[];
  /** A user's decision. It replaces the names, also if they are defined later. */
  decided?: PaymentMeaning | undefined;
  /**
   * The amount still to be paid, 0 for an authorised payment. Null if not reported: the meanings of the names
   * decide.
   */
  due_fils: number | null;
  total_fils: number;
};

/** The columns of an order that the meanings of its payment's names decide. */
export const MEANT_COLUMNS = [
  'payment_method',
  'pays_either',
  'payment_status',
  'paid_amount_fils',
  'due_amount_fils',
  'waits_because',
] as const;
export type MeantColumn = (typeof MEANT_COLUMNS)[number];

type PaymentColumn = MeantColumn | 'payment_names' | 'told_due_fils';
type PaymentColumns = { [Column in PaymentColumn]: Exclude<NewOrder[Column], undefined> };

/**
 * Returns what is collected on delivery, and how (rulings A6, H3). With nothing due, the names do not count.
 * Among several names, the one that is paid on delivery counts; the others have been paid before. An order
 * waits if a name has no meaning, or if an amount is due and no name is paid on delivery: a driver must not
 * collect what may have been paid.
 */
export function paymentOnDelivery(
  { names, decided, due_fils: told_due_fils, total_fils }: ReportedPayment,
  own: OwnMeanings<PaymentMeaning>,
): PaymentColumns {
  const reported = decided
    ? { payment_names: null, told_due_fils: null }
    : { payment_names: [...names], told_due_fils };
  const meanings = decided
    ? [decided]
    : (names.length === 0 ? [''] : names).map((name) => paymentMeaning(name, own));
  const due_fils = told_due_fils ?? (isPaidBefore(meanings) ? 0 : total_fils);
  if (due_fils === 0) return { ...nothingDue(meanings, total_fils), ...reported };
  const { meaning, waits_because } = decide(meanings);
  if (waits_because === null && meaning === 'instalments')
    return { ...nothingDue([meaning], total_fils), ...reported };
  return {
    payment_method: methodOfMeaning(meaning),
    pays_either: meaning === 'either' && waits_because === null,
    payment_status: 'pending',
    paid_amount_fils: total_fils - due_fils,
    due_amount_fils: due_fils,
    waits_because,
    ...reported,
  };
}

/** True if the names mean that nothing is due, for a source that reports no amount. */
function isPaidBefore(meanings: readonly (PaymentMeaning | undefined)[]): boolean {
  return meanings.every((meaning) => meaning === 'online');
}

/** Cash with nothing due was paid in advance, so the method is online. */
function nothingDue(meanings: readonly (PaymentMeaning | undefined)[], total_fils: number) {
  return {
    payment_method: meanings.every((meaning) => meaning === 'card') ? ('card' as const) : ('online' as const),
    pays_either: false,
    payment_status: 'paid' as const,
    paid_amount_fils: total_fils,
    due_amount_fils: 0,
    waits_because: null,
  };
}

function decide(meanings: readonly (PaymentMeaning | undefined)[]): {
  meaning: PaymentMeaning;
  waits_because: WaitReason | null;
} {
  const has = (meaning: PaymentMeaning | undefined) => meanings.includes(meaning);
  if (has(undefined)) return { meaning: 'online', waits_because: 'payment_unknown' };
  if (meanings.every((meaning) => meaning === 'instalments'))
    return { meaning: 'instalments', waits_because: null };
  // Only the shop knows whether the instalment company or the customer pays.
  if (has('instalments') || has('unpaid')) return { meaning: 'online', waits_because: 'not_paid' };
  const either = has('either') || (has('cash') && has('card'));
  const on_delivery = either ? 'either' : has('cash') ? 'cash' : has('card') ? 'card' : undefined;
  return on_delivery
    ? { meaning: on_delivery, waits_because: null }
    : { meaning: 'online', waits_because: 'not_paid' };
}
