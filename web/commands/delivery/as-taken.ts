import type { DeliverAsTaken } from '../../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { type PartAmounts, partAmounts } from '../../../contract/rules/orders/part-delivery.ts';
import { pickedQty } from '../../../contract/rules/orders/picked-qty.ts';
import { sentSeparately } from '../../../contract/rules/orders/sent-separately.ts';
import {
  roundingOf,
  SMALLEST_COIN_FILS,
  type Taken,
  type TakenAmounts,
  takenAmounts,
} from '../../../contract/rules/orders/takings.ts';
import { defaultTender, paymentLeft, type Tender } from '../../../contract/rules/orders/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import type { Draft } from '../../offline/device-records.ts';
import { type AsTakenDraft, EMPTY_AS_TAKEN, type RefusedLine } from '../../offline/drafts/as-taken-draft.ts';

/** A delivery as the form is filled in; all amounts are in fils. */
export type AsTaken = {
  /** Null if the customer takes all goods. */
  part: DeliverAsTaken['part'];
  /** The amounts with all goods, and with the goods that are taken. */
  before: PartAmounts;
  after: PartAmounts;
  /** True if no goods are handed over at all. */
  takes_nothing: boolean;
  /** The selected or preselected tender, which takes the rest of what is due. */
  tender: Tender | null;
  /** True while it is open how the customer pays: no tender is selected, and no amount is entered. */
  is_unselected: boolean;
  /** Due for the goods that are taken. */
  due_fils: number;
  /** The cash to take, rounded if the shop rounds, with the other tenders as entered. */
  cash_due_fils: number;
  /** Cash that the customer gave, less a tip; null if it was not entered. */
  received_fils: number | null;
  /** Given back, without a tip. */
  change_fils: number;
  /** Taken above what is due after the change, before a tip is subtracted. */
  over_fils: number;
  /** True if cash and card cover what is above due: a payment by link or transfer is no tip. */
  may_be_tip: boolean;
  taken: Taken;
  amounts: TakenAmounts;
};

type Form = Pick<Draft, 'tender' | 'as_taken'>;

/** Returns the refused part of a line, at most what was on the way. */
export function refusedOf(form: AsTakenDraft | null, item: OrderWithItems['items'][number]): RefusedLine {
  const { qty, because } = form?.refused[item.id] ?? { qty: 0, because: null };
  return { qty: Math.min(qty, pickedQty(item)), because };
}

/**
 * Returns what is handed over and taken, by the rules that the server applies too. An empty amount of the
 * selected tender means the rest of what is due; other empty or unreadable amounts mean nothing.
 */
export function asTaken(
  order: OrderWithItems,
  { tender: chosen, as_taken }: Form,
  rounds_cash: boolean,
): AsTaken {
  const form = as_taken ?? EMPTY_AS_TAKEN;
  const tender = chosen ?? defaultTender(order);
  const goods = goodsOf(order, as_taken);
  const others = {
    link: byReference(form.link, form.link_reference),
    transfer: byReference(form.transfer, form.transfer_reference),
  };
  const pending_fils = (others.link?.amount_fils ?? 0) + (others.transfer?.amount_fils ?? 0);
  const open_fils = Math.max(0, goods.due_fils - pending_fils);
  const [received, change, card] = [typed(form.received), typed(form.change), typed(form.card)];
  /** The card machine takes what cash does not. */
  const rest_by_card = tender === 'card_machine' && card === null;
  const exact_fils = rest_by_card ? Math.min(received ?? 0, open_fils) : Math.max(0, open_fils - (card ?? 0));
  const by_cash = rounds_cash && !rest_by_card && (tender === 'cash' || (received ?? 0) > 0);
  const cash_due_fils = exact_fils - (by_cash ? exact_fils % SMALLEST_COIN_FILS : 0);
  const given_fils = received ?? (tender === 'cash' ? cash_due_fils : 0);
  const spare_fils = Math.max(0, given_fils - cash_due_fils);
  // No coin pays the rest.
  const change_due_fils = spare_fils - (by_cash ? spare_fils % SMALLEST_COIN_FILS : 0);
  const change_fils = Math.min(given_fils, change ?? change_due_fils);
  const cash = given_fils - change_fils;
  const charged = card ?? (rest_by_card ? Math.max(0, open_fils - cash) : 0);
  const untipped = { cash_fils: cash, card_fils: charged, ...others };
  const over_fils = settled(goods.due_fils, untipped, by_cash).extra_fils;
  const may_be_tip = over_fils > 0 && over_fils <= cash + charged;
  const tip_fils = may_be_tip && form.extra === 'tip' ? over_fils : 0;
  const cash_tip_fils = Math.min(tip_fils, cash);
  const taken = {
    ...untipped,
    cash_fils: cash - cash_tip_fils,
    card_fils: charged - (tip_fils - cash_tip_fils),
  };
  return {
    ...goods,
    tender,
    is_unselected:
      tender === null &&
      goods.due_fils > 0 &&
      given_fils + charged + pending_fils === 0 &&
      received === null &&
      card === null,
    cash_due_fils,
    received_fils: received === null ? null : received - cash_tip_fils,
    change_fils,
    over_fils,
    may_be_tip,
    taken,
    amounts: settled(goods.due_fils, taken, by_cash),
  };
}

/** Returns the desk's consent to hand over without payment; null without one. */
export function consentTo({ consent }: Pick<OrderWithItems, 'consent'>): string | null {
  return consent?.outcome === 'approved' ? consent.approval_id : null;
}

/** True if nothing is taken although something is due: the desk has to agree. */
export function consentNeeded({ amounts }: Pick<AsTaken, 'amounts'>): boolean {
  return amounts.owed_fils > 0 && amounts.collected_fils + amounts.pending_fils === 0;
}

/** Cash above what is due is not rounded: `roundingOf` returns 0 then. */
function settled(due_fils: number, taken: Taken, rounds_cash: boolean): TakenAmounts {
  return takenAmounts(due_fils, taken, roundingOf(due_fils, taken, rounds_cash));
}

/** Returns the goods that are taken, with the amounts before and after. */
function goodsOf(order: OrderWithItems, form: AsTakenDraft | null) {
  const { items, discount_fils, shipping_fils, tax_fils, paid_amount_fils, taken_fils } = order;
  const sent_fils = sentSeparately(order.subtotal_fils, items);
  const lines = items.map((item) => {
    const { qty: refused, because } = refusedOf(form, item);
    const { id: item_id, product, qty, unit_price_fils } = item;
    return {
      item_id,
      name: product.name,
      qty,
      unit_price_fils,
      tax_fils: item.tax_fils ?? null,
      refused,
      refused_because: refused > 0 ? because : null,
    };
  });
  const amounts_of = {
    sent_fils,
    discount_fils,
    shipping_fils,
    tax_fils,
    paid_fils: paid_amount_fils + taken_fils,
  };
  const before = partAmounts({ ...amounts_of, lines: lines.map((line) => ({ ...line, refused: 0 })) });
  const is_part = lines.some(({ refused }) => refused > 0);
  const after = is_part ? partAmounts({ ...amounts_of, lines }) : before;
  const left = paymentLeft(order, taken_fils);
  const all_due_fils = left.payment_status === 'paid' ? 0 : left.due_amount_fils;
  return {
    part: is_part ? { sent_fils, discount_fils, shipping_fils, tax_fils, paid_amount_fils, lines } : null,
    before,
    after,
    takes_nothing: items.every((item) => refusedOf(form, item).qty === pickedQty(item)),
    due_fils: is_part ? after.due_fils : all_due_fils,
  };
}

/** Returns the amount that a text means; null if it is empty or not an amount. */
function typed(text: string): number | null {
  const read = parseAmount(text);
  return read.ok ? read.amount_fils : null;
}

function byReference(text: string, reference: string): Taken['link'] {
  const amount_fils = typed(text) ?? 0;
  return amount_fils > 0 ? { amount_fils, reference: reference.trim() } : null;
}
