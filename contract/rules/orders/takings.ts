import type { PaymentStatus } from './tender.ts';

/** Payments taken for an order, by all tenders (rulings A6, H5). All amounts are in fils. */

/** AED 0.25. */
export const SMALLEST_COIN_FILS = 25;

/** A payment that is pending until a Manager matches its reference. */
export type PaymentByReference = { amount_fils: number; reference: string };

export type Taken = {
  /** Cash received minus change; a tip is not part of it. */
  cash_fils: number;
  card_fils: number;
  link: PaymentByReference | null;
  transfer: PaymentByReference | null;
};

/** The tenders that are pending until a Manager decides if the shop has received the payment. */
export const TENDERS_BY_REFERENCE = ['payment_link', 'bank_transfer'] as const;
export type TenderByReference = (typeof TENDERS_BY_REFERENCE)[number];
export const MATCH_OUTCOMES = ['received', 'not_received'] as const;
export type MatchOutcome = (typeof MATCH_OUTCOMES)[number];

/** The lists of what orders have open after their delivery. */
export const OPEN_LISTS = ['owed', 'to_match', 'refunds'] as const;
export type OpenList = (typeof OPEN_LISTS)[number];

/** The tender as recorded of what was collected: `cash_and_card` if both were used. */
export const RECORDED_TENDERS = ['cash', 'card_machine', 'cash_and_card'] as const;
export type RecordedTender = (typeof RECORDED_TENDERS)[number];

export type TakenAmounts = {
  /** Null if neither cash nor card was taken. */
  tender: RecordedTender | null;
  /** Cash and card. */
  collected_fils: number;
  /** The amount to add to the driver's cash on hand. */
  cash_fils: number;
  /** By link and transfer. */
  pending_fils: number;
  rounding_fils: number;
  /** Still owed by the customer. */
  owed_fils: number;
  /** Taken above what was due: owed to the customer. */
  extra_fils: number;
  /** Paid once nothing is owed and nothing pending. */
  payment_status: PaymentStatus;
};

/**
 * Returns the largest rounding of a payment with cash: the cash due is rounded down to a multiple of the
 * smallest coin. 0 unless the shop rounds; cash above the rounded amount reduces it.
 */
export function roundingOf(due_fils: number, taken: Taken, rounds_cash: boolean): number {
  const cash_due_fils = Math.max(0, due_fils - taken.card_fils - pendingOf(taken));
  if (!rounds_cash) return 0;
  return Math.max(0, Math.min(cash_due_fils % SMALLEST_COIN_FILS, cash_due_fils - taken.cash_fils));
}

/** Returns what a payment leaves owed, pending or too much, for this amount due and this rounding. */
export function takenAmounts(due_fils: number, taken: Taken, rounding_fils: number): TakenAmounts {
  const { cash_fils, card_fils } = taken;
  const collected_fils = cash_fils + card_fils;
  const pending_fils = pendingOf(taken);
  const left_fils = due_fils - rounding_fils - collected_fils - pending_fils;
  const owed_fils = Math.max(0, left_fils);
  return {
    tender: tenderOf(taken),
    collected_fils,
    cash_fils,
    pending_fils,
    rounding_fils,
    owed_fils,
    extra_fils: Math.max(0, -left_fils),
    payment_status: owed_fils + pending_fils === 0 ? 'paid' : 'pending',
  };
}

function pendingOf({ link, transfer }: Taken): number {
  return (link?.amount_fils ?? 0) + (transfer?.amount_fils ?? 0);
}

function tenderOf({ cash_fils, card_fils }: Taken): RecordedTender | null {
  if (cash_fils > 0) return card_fils > 0 ? 'cash_and_card' : 'cash';
  return card_fils > 0 ? 'card_machine' : null;
}
