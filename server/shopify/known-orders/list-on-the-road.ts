import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';
import type { ReadOrder } from '../store-orders/read-order.ts';
import type { ImportProblemDetail } from '../store-orders/read-payload.ts';
import type { Effect } from './effect.ts';
import type { KnownOrder } from './known-order.ts';

type Listed = Pick<Effect, 'listed_because' | 'detail'>;

export const GIVEN_BACK: ImportProblemDetail = { fix: 'given_back', faults: [] };
export const VOIDED = 'the payment was voided or has expired: do not hand over the goods';
const PARTLY_SENT = 'the store has sent part of it separately; an order on the road keeps its items';
const WHY: Record<Exclude<WaitReason, 'payment_voided'>, string> = {
  payment_unknown: 'the shop has not defined the name of its payment',
  not_paid: 'none of its payment names means cash or card machine',
};

/**
 * Returns the reason to list an order on the road that did not follow the store's report; empty if it did.
 */
export function listOnTheRoad(
  before: Pick<KnownOrder, 'due_amount_fils' | 'waits_because'>,
  { order, partly_sent }: Extract<ReadOrder, { order: unknown }>,
): Listed {
  const { waits_because, due_amount_fils } = order;
  if (!waits_because)
    return partly_sent ? { listed_because: PARTLY_SENT, detail: { fix: 'sent_separately', faults: [] } } : {};
  if (waits_because === 'payment_voided' || before.waits_because === 'payment_voided')
    return { listed_because: VOIDED, detail: GIVEN_BACK };
  const fix = waits_because === 'payment_unknown' ? 'payment_name' : 'due_on_the_road';
  const detail: ImportProblemDetail = { fix, faults: [] };
  const due = formatMoney(due_amount_fils);
  const listed_because =
    before.due_amount_fils > 0
      ? `${WHY[waits_because]}: its driver has it already, and collects ${due} as before`
      : `${due} became due on the road, and ${WHY[waits_because]}: its driver collects nothing, its amounts and items stay`;
  return { listed_because, detail };
}
