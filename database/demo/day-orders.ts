import { runAs } from '../../server/operations/run-as.ts';
import { assignOrder } from '../../server/orders/status/assign-order.ts';
import { cancelOrder, moveOrder } from '../../server/orders/status/move-order.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { setDriverStatus } from '../../server/staff/drivers.ts';
import { deliverAsTaken, takenDeliveries } from './deliver-as-taken.ts';
import { deliverOrder } from './deliver-order.ts';
import { idOf } from './demo-client.ts';
import { dayOrders, type KnownOrder, OFF_DUTY_DRIVER, type Outcome } from './demo-day.ts';
import { notTakenPayloads } from './demo-import-problems.ts';
import { recordPicking } from './demo-shop.ts';
import { emailOf } from './demo-staff.ts';
import { importInto, receiveWebhooks } from './order-steps.ts';
import { act, type Day, driverAt, pause, sessionOf } from './running-day.ts';

export function importDay(day: Day): Promise<void> {
  return importInto(
    day,
    dayOrders(day.began).map(({ order }) => order),
  );
}

/** Returns the present state of the day's orders with this outcome. */
export async function ordersWith(day: Day, kind: Outcome['kind']): Promise<KnownOrder[]> {
  const planned = dayOrders(day.began).filter(({ outcome }) => outcome.kind === kind);
  const numbers = planned.map(({ order }) => order.order_number);
  type Row = Pick<KnownOrder, 'id' | 'version' | 'status'> & { order_number: string };
  const { rows } = await sql<Row>`
    select id, order_number, version, status from orders
    where shop_id = ${day.shop.shop_id} and order_number = any(${numbers}::text[])`.execute(day.owner);
  const known = new Map(rows.map((row) => [row.order_number, row]));
  return planned.flatMap((one) => {
    const row = known.get(one.order.order_number);
    return row ? [{ ...one, ...row }] : [];
  });
}

/** Assigns orders and sends them out. An order that a visitor has changed stays as it is. */
export async function placeOrders(day: Day): Promise<void> {
  const { owner, server, began } = day;
  for (const kind of ['unassigned', 'with_driver', 'delivered', 'cancelled_at_door'] as const) {
    for (const { id: order_id, version, outcome } of await ordersWith(day, kind)) {
      if (version > 1) continue;
      await pause(day);
      await inTransaction(owner, async (tx) => {
        const out_since = 'out_since' in outcome ? outcome.out_since : began;
        const to = 'status' in outcome ? outcome.status : 'dispatching';
        if ('driver' in outcome) {
          const { driver_id } = driverAt(day, outcome.driver);
          await runAs(tx, server, assignOrder, { order_id, driver_id });
        }
        if (to !== 'picking') {
          await runAs(tx, server, moveOrder, { order_id, to }, out_since);
          await recordPicking(tx, server.shop_id, order_id);
        }
      });
    }
  }
  const { user_id } = driverAt(day, OFF_DUTY_DRIVER);
  await act(day, setDriverStatus, { user_id, status: 'off_duty' });
}

export async function cancelOrders(day: Day): Promise<void> {
  for (const { id, version } of await ordersWith(day, 'cancelled')) {
    if (version > 1) continue;
    await pause(day);
    await act(day, cancelOrder, { order_id: id });
  }
}

export async function deliverOrders(day: Day): Promise<void> {
  const delivered = await ordersWith(day, 'delivered');
  const taken = takenDeliveries(delivered);
  for (const order of delivered) {
    if (order.status === 'completed') continue;
    const as = taken.get(order.id);
    await pause(day);
    await (as ? deliverAsTaken(day, order, as) : deliver(day, order));
  }
}

/** Cancels orders at the desk that a driver without signal delivers (ruling A9). */
export async function cancelAtDoors(day: Day): Promise<void> {
  for (const order of await ordersWith(day, 'cancelled_at_door')) {
    if (order.status === 'dispatching') await act(day, cancelOrder, { order_id: order.id });
    await deliver(day, order);
  }
}

async function deliver(day: Day, { id, order, outcome }: KnownOrder): Promise<void> {
  if (!('delivered_at' in outcome)) return;
  await pause(day);
  const { due_amount_fils, payment_method } = order;
  const tender = due_amount_fils === 0 ? null : payment_method === 'card' ? 'card_machine' : 'cash';
  const { driver, delivered_at } = outcome;
  await deliverOrder(day, { ...order, order_id: id, driver, tender, delivered_at });
}

/** Reorders the stops of two drivers at the desk. */
export async function arrangeSome(day: Day): Promise<void> {
  const session = await sessionOf(day, emailOf('manager'));
  const carried = await ordersWith(day, 'with_driver');
  for (const at of [0, 2]) {
    await pause(day);
    const own = carried.filter(({ outcome }) => 'driver' in outcome && outcome.driver === at);
    await day.client.command(session, '/api/desk/drivers/arrangement', idOf(`arrange ${at}`), {
      driver_id: driverAt(day, at).driver_id,
      arrangement_id: idOf(`arrangement ${at}`),
      from_arrangement: null,
      order_ids: own.map(({ id }) => id).reverse(),
      taken: null,
    });
  }
}

/** Receives orders of the store that cannot be imported. */
export async function receiveImportProblems(day: Day): Promise<void> {
  day.signal.throwIfAborted();
  await receiveWebhooks(day, notTakenPayloads(day.began), () => day.began);
}
