import { isWithDriver, type OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { Book } from './book.ts';
import type { OrderEventRow, Records } from './records.ts';

/** The longest time between the reading of a form and its confirmation, in ms. */
const FORM_MS_MAX = 60_000;

/**
 * Checks the decisions about goods: each is one event in its order's history, and an order whose goods came
 * back is not with its driver at that time.
 */
export function goodsOfOrders(book: Book, records: Records): string[] {
  const events = records.order_events.filter(({ kind }) => kind === 'goods');
  const nameOf = (order_id: string, handover_id = '', outcome = '') =>
    `the decision ${outcome} about order ${order_id} at the end of day ${handover_id}`;
  const decided = records.handovers.flatMap(({ id, goods }) =>
    goods.map(({ order_id, outcome }) => nameOf(order_id, id, outcome)),
  );
  const recorded = events.map(({ order_id, detail }) => nameOf(order_id, detail.handover_id, detail.outcome));
  return [
    ...refusedGoods(book, records),
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

/**
 * Checks that an end of day that decided about any goods also decided about those that customers had refused
 * before, unless an earlier one had. Forms of older builds list no goods.
 */
function refusedGoods(book: Book, { deliveries, delivery_lines, handovers }: Records): string[] {
  const refused = new Set(
    delivery_lines.flatMap(({ confirmation_id, qty, handed_over }) =>
      handed_over < qty ? confirmation_id : [],
    ),
  );
  return handovers.flatMap(({ id, command_id, goods, staff_user_id }) => {
    const end = book.find(command_id);
    if (!end || goods.length === 0) return [];
    return deliveries.flatMap((delivery) => {
      const { order_id, user_id } = delivery;
      const known_at = book.find(delivery.command_id)?.known_at ?? Number.POSITIVE_INFINITY;
      if (user_id !== staff_user_id || !refused.has(delivery.id)) return [];
      if (known_at > end.pressed_at - FORM_MS_MAX) return [];
      const is_decided = handovers.some((other) => {
        const before = other.id === id || (book.find(other.command_id)?.pressed_at ?? 0) <= end.pressed_at;
        return before && other.goods.some((row) => row.order_id === order_id);
      });
      return is_decided ? [] : [`the end of day ${id} does not list the refused goods of order ${order_id}`];
    });
  });
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
