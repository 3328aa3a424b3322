import { isWithDriver, type OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { OrderEventRow, Records } from './records.ts';

/**
 * Checks the decisions about goods: each is one event in its order's history, and an order whose goods came
 * back is not with its driver at that time.
 */
export function goodsOfOrders(records: Records): string[] {
  const events = records.order_events.filter(({ kind }) => kind === 'goods');
  const nameOf = (order_id: string, handover_id = '', outcome = '') =>
    `the decision ${outcome} about order ${order_id} at the end of day ${handover_id}`;
  const decided = records.handovers.flatMap(({ id, goods }) =>
    goods.map(({ order_id, outcome }) => nameOf(order_id, id, outcome)),
  );
  const recorded = events.map(({ order_id, detail }) => nameOf(order_id, detail.handover_id, detail.outcome));
  return [
    ...decided
      .map((name) => ({ name, times: recorded.filter((other) => other === name).length }))
      .filter(({ times }) => times !== 1)
      .map(({ name, times }) => `${name} is in the history ${times} times`),
    ...recorded
      .filter((name) => !decided.includes(name))
      .map((name) => `${name} is in the history, but no end of day has recorded it`),
    ...records.orders.flatMap(({ id }) =>
      returnedOnTheRoad(records.order_events.filter(({ order_id }) => order_id === id)),
    ),
  ];
}

/** Finds the events by which an order's goods came back, but not the order. */
function returnedOnTheRoad(events: readonly OrderEventRow[]): string[] {
  const found: string[] = [];
  // Goods are with the driver until an event shows otherwise.
  let is_out = true;
  for (const { kind, order_id, detail } of events) {
    if (kind === 'status' || (kind === 'attempt_undone' && !detail.conflict)) is_out = isOut(detail.to);
    if (kind === 'attempted' && !detail.conflict) is_out = true;
    if (kind === 'delivered') is_out = false;
    if (kind === 'goods' && detail.outcome === 'returned' && is_out)
      found.push(`the goods of order ${order_id} came back, but the order is still with its driver`);
  }
  return found;
}

function isOut(status: string | undefined): boolean {
  return isWithDriver(status as OrderStatus);
}
