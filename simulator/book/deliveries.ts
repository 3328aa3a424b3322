import type { Action, Book } from './book.ts';
import { grouped } from './grouped.ts';
import type { DeliveryRow, Records } from './records.ts';
import { type BookedOrder, priceOfPart } from './shares.ts';

/** AED 0.25. */
const SMALLEST_COIN_FILS = 25;

/**
 * Checks that an order is delivered once, and that each delivery records what its driver took: all that was
 * due, or the entered amounts. The amount that a driver has collected for an order counts as paid.
 */
export function deliveriesOfOrders(book: Book, records: Records): string[] {
  const { deliveries, orders } = records;
  const found: string[] = [];
  for (const [order_id, rows] of grouped(deliveries, (row) => row.order_id)) {
    const delivered = rows.filter(({ outcome }) => outcome === 'delivered');
    if (delivered.length > 1) found.push(`order ${order_id} is delivered ${delivered.length} times`);
    for (const own of grouped(rows, (row) => row.user_id).values()) {
      let collected_fils = 0;
      for (const row of own.toSorted(byCommit)) {
        const action = book.find(row.command_id)?.action;
        if (action) found.push(...recordedAsTaken(book, records, row, action, collected_fils));
        collected_fils += row.collected_fils;
      }
    }
  }
  const completed = new Set(
    deliveries.filter(({ outcome }) => outcome === 'delivered').map(({ order_id }) => order_id),
  );
  for (const { id, status, has_fulfilment } of orders) {
    if ((status === 'completed') !== completed.has(id))
      found.push(`order ${id} is ${status}, unlike its deliveries`);
    if (has_fulfilment !== completed.has(id))
      found.push(`order ${id} has a fulfilment that contradicts its deliveries`);
  }
  return found;
}

function byCommit(one: DeliveryRow, other: DeliveryRow): number {
  return one.committed_at < other.committed_at ? -1 : 1;
}

/** Compares a delivery with its action. The driver has collected `before_fils` for the order before. */
function recordedAsTaken(
  book: Book,
  records: Records,
  row: DeliveryRow,
  action: Action,
  before_fils: number,
): string[] {
  const wanted = expectedOf(book, records, action, before_fils);
  if (wanted === null) return [];
  return Object.entries(wanted)
    .filter(([name, value]) => row[name as keyof DeliveryRow] !== value)
    .map(
      ([name, value]) =>
        `delivery ${row.id} of order ${row.order_id}: ${name} is ${row[name as keyof DeliveryRow]} instead of ${value}`,
    )
    .concat(action.kind === 'delivery as taken' ? linesAsTaken(book, records, row, action) : []);
}

function expectedOf(
  book: Book,
  records: Records,
  action: Action,
  before_fils: number,
): Partial<DeliveryRow> | null {
  if (action.kind === 'delivery') {
    const collected_fils = Math.max(0, action.due_fils - before_fils);
    const tender = collected_fils === 0 ? null : action.tender;
    const cash_fils = tender === 'cash' ? collected_fils : 0;
    const plain = { due_fils: null, rounding_fils: 0, link_fils: 0, transfer_fils: 0, refund_fils: 0 };
    return { ...plain, collected_fils, cash_fils, tender };
  }
  if (action.kind !== 'delivery as taken') return null;
  const order = book.order(action.order_id);
  if (!order) return null;
  const { cash_fils, card_fils, link, transfer } = action.taken;
  const paid_fils = order.paid_fils + before_fils;
  const { total_fils } = priceOfPart(order, action.refused);
  const due_fils = Math.max(0, total_fils - paid_fils);
  const rounding_fils = granted(due_fils, action, roundsCash(records, order));
  return {
    due_fils,
    refund_fils: Math.max(0, paid_fils - total_fils),
    rounding_fils,
    received_fils: action.received_fils,
    collected_fils: cash_fils + card_fils,
    cash_fils,
    tender:
      cash_fils > 0 ? (card_fils > 0 ? 'cash_and_card' : 'cash') : card_fils > 0 ? 'card_machine' : null,
    link_fils: link?.amount_fils ?? 0,
    link_reference: link?.reference ?? null,
    transfer_fils: transfer?.amount_fils ?? 0,
    transfer_reference: transfer?.reference ?? null,
    // Without an amount left to pay, none is needed.
    consent_id: due_fils > rounding_fils ? action.consent_id : null,
  };
}

function roundsCash({ orders, rounding_shops }: Records, { id }: BookedOrder): boolean {
  const shop_id = orders.find((order) => order.id === id)?.shop_id;
  return rounding_shops.some((shop) => shop.shop_id === shop_id);
}

type AsTaken = Extract<Action, { kind: 'delivery as taken' }>;

/** Coins pay the cash due down to a multiple of the smallest; only what no coin pays is granted. */
function granted(due_fils: number, { taken, rounding_fils }: AsTaken, rounds_cash: boolean): number {
  const { cash_fils, card_fils, link, transfer } = taken;
  const in_cash_fils = due_fils - card_fils - (link?.amount_fils ?? 0) - (transfer?.amount_fils ?? 0);
  if (!rounds_cash || in_cash_fils <= 0) return 0;
  const without_coin_fils = in_cash_fils % SMALLEST_COIN_FILS;
  return Math.max(0, Math.min(rounding_fils, without_coin_fils, in_cash_fils - cash_fils));
}

/** Checks quantities and prices of each line, unless the customer took everything. */
function linesAsTaken(book: Book, { delivery_lines }: Records, row: DeliveryRow, action: AsTaken): string[] {
  const order = book.order(action.order_id);
  const lines = delivery_lines.filter(({ confirmation_id }) => confirmation_id === row.id);
  const is_part = Object.values(action.refused).some((qty) => qty > 0);
  if (!order || (!is_part && lines.length === 0)) return [];
  const { line_fils } = priceOfPart(order, action.refused);
  const wanted = order.lines.map(({ id, qty }) => {
    return `${id}: ${qty - (action.refused[id] ?? 0)} of ${qty} for ${line_fils[id]}`;
  });
  const recorded = lines.map(
    ({ item_id, qty, handed_over, amount_fils }) => `${item_id}: ${handed_over} of ${qty} for ${amount_fils}`,
  );
  return wanted.sort().join() === recorded.sort().join()
    ? []
    : [`delivery ${row.id} has the lines ${recorded.join()} instead of ${wanted.join()}`];
}
