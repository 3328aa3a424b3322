import {
  nameKey,
  type OwnMeanings,
  type PaymentMeaning,
} from '../../../contract/rules/import/source-names.ts';
import { isBeforeDispatch } from '../../../contract/rules/orders/order-life.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { keepAmounts } from '../contents/former-amounts.ts';
import { stepsOf } from '../contents/order-steps.ts';
import type { LockedShopOrder } from '../lock-shop-order.ts';
import { recordOrderEvents } from '../order-events.ts';
import { takeFromDrivers } from '../status/assign-order.ts';
import { MEANT_COLUMNS, type MeantColumn, paymentOnDelivery } from './payment-on-delivery.ts';

type Payment = Pick<ReturnType<typeof paymentOnDelivery>, MeantColumn>;

/** The columns of an order that decide its payment. */
export type PayingOrder = Payment &
  Pick<LockedShopOrder, 'status' | 'refund' | 'payment_names' | 'told_due_fils' | 'total_amount_fils'>;

/**
 * Returns the payment of an order by the meanings of its names, or null if it is unchanged. It is also
 * unchanged if the names did not decide it: on the road, after a correction by a user, and after a refund or
 * a voided payment.
 */
export function paymentByMeaning(order: PayingOrder, own: OwnMeanings<PaymentMeaning>): Payment | null {
  const { payment_names: names, told_due_fils: due_fils, total_amount_fils: total_fils } = order;
  if (!isBeforeDispatch(order.status) || names === null || (due_fils ?? 0) > total_fils) return null;
  if (order.refund === 'full' || order.waits_because === 'payment_voided') return null;
  const payment = paymentOnDelivery({ names, due_fils, total_fils }, own);
  return MEANT_COLUMNS.every((column) => payment[column] === order[column]) ? null : payment;
}

/**
 * Returns the ids of the shop's orders before dispatch that have one of these payment names. Takes no locks.
 */
export async function findOrdersByNames(
  tx: Tx,
  shop_id: number,
  keys: ReadonlySet<string>,
): Promise<string[]> {
  // Names are compared by key, which the database cannot compute; distinct names are few, however many the
  // orders.
  const reading = sql<{ name: string }>`select distinct unnest(payment_names) as name from orders
    where shop_id = ${shop_id}::int and status in ('picking', 'packed')`;
  const { rows } = await reading.execute(tx);
  const names = rows.map(({ name }) => name).filter((name) => keys.has(nameKey(name)));
  const finding = sql<{ id: string }>`select id from orders
    where shop_id = ${shop_id}::int and status in ('picking', 'packed')
      and (payment_names && ${names}::text[] or ${keys.has('')}::boolean and payment_names = '{}') order by id`;
  return (await finding.execute(tx)).rows.map(({ id }) => id);
}

/**
 * Applies the meanings to locked orders of one shop; takes waiting orders from their drivers. Returns the
 * changed orders.
 */
export async function applyMeanings(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedShopOrder[],
  own: OwnMeanings<PaymentMeaning>,
): Promise<LockedShopOrder[]> {
  const changes = orders.flatMap((order) => {
    const payment = paymentByMeaning(order, own);
    return payment ? [{ order, payment }] : [];
  });
  if (changes.length === 0) return [];
  // Before the update: an order that waits has no driver (orders_that_wait_are_on_no_phone).
  const to_wait = changes.filter(({ payment }) => payment.waits_because !== null);
  await takeFromDrivers(
    tx,
    actor,
    to_wait.map(({ order }) => order),
  );
  const replaced = changes.filter(({ order, payment }) => order.due_amount_fils !== payment.due_amount_fils);
  await keepAmounts(
    tx,
    actor.shop_id,
    replaced.map(({ order: { id, due_amount_fils } }) => ({ order_id: id, due_amount_fils })),
  );
  await writePayments(tx, actor.shop_id, changes);
  await recordOrderEvents(
    tx,
    actor,
    changes.map((change) => ({ order: change.order, event: eventOf(change) })),
  );
  return changes.map(({ order }) => order);
}

type PaymentChange = { order: LockedShopOrder; payment: Payment };

async function writePayments(tx: Tx, shop_id: number, changes: readonly PaymentChange[]): Promise<void> {
  const column = <Name extends keyof Payment>(name: Name) => changes.map(({ payment }) => payment[name]);
  const writing = sql`update orders o set payment_method = p.payment_method, pays_either = p.pays_either,
      payment_status = p.payment_status, paid_amount_fils = p.paid_fils, due_amount_fils = p.due_fils, waits_because = p.waits_because
    from unnest(${changes.map(({ order }) => order.id)}::uuid[], ${column('payment_method')}::text[], ${column('pays_either')}::boolean[],
      ${column('payment_status')}::text[], ${column('paid_amount_fils')}::bigint[], ${column('due_amount_fils')}::bigint[],
      ${column('waits_because')}::text[]) as p (id, payment_method, pays_either, payment_status, paid_fils, due_fils, waits_because)
    where o.shop_id = ${shop_id}::int and o.id = p.id`;
  await writing.execute(tx);
}

function eventOf({ order, payment }: PaymentChange) {
  const [due_from_fils, due_to_fils] = [order.due_amount_fils, payment.due_amount_fils];
  const due = due_from_fils === due_to_fils ? {} : { due_from_fils, due_to_fils };
  const changed = 'due_from_fils' in due ? 'amounts, payment' : 'payment';
  const [before, after] = [asSteps(order), asSteps({ ...order, ...payment })];
  return { kind: 'updated', detail: { changed, ...due, steps: stepsOf(before, after) } } as const;
}

/** Lines, area and promised time do not change. */
function asSteps({
  requests: _,
  taxes_included: __,
  area: ___,
  promised_at: ____,
  ...order
}: LockedShopOrder) {
  return { ...order, lines: [] };
}
