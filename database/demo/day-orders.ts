import { runAs } from '../../server/operations/run-as.ts';
import { assignOrder } from '../../server/orders/assign-order.ts';
import type { FoundOrder } from '../../server/orders/import-finding.ts';
import { importOrders } from '../../server/orders/import-orders.ts';
import { cancelOrder, moveOrder } from '../../server/orders/move-order.ts';
import { addUnlessThere } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { silentLog } from '../../server/platform/log.ts';
import { workWebhooks } from '../../server/shopify/work-webhooks.ts';
import { setDriverStatus } from '../../server/staff/drivers.ts';
import { deliverOrder } from './deliver-order.ts';
import { idOf } from './demo-client.ts';
import { type DayOrder, dayOrders, type Fate, OFF_DUTY_DRIVER } from './demo-day.ts';
import { notTakenPayloads } from './demo-not-taken.ts';
import { recordPicking } from './demo-shop.ts';
import { emailOf } from './demo-staff.ts';
import { breathe, type Day, sessionOf } from './running-day.ts';

export async function importDay({ owner, server, began }: Day): Promise<void> {
  async function* found(): AsyncGenerator<FoundOrder> {
    for (const [at, { order }] of dayOrders(began).entries())
      yield { order, line: at + 2, rows: order.lines.length };
  }
  await importOrders(owner, server, found(), {
    on_finding: ({ kind, order_number, reason }) => {
      if (kind === 'bad') throw new Error(`Order ${order_number} of the demo's day is damaged: ${reason}`);
    },
  });
}

type Known = DayOrder & { id: string; version: number; status: string; driver_id: number | null };

/** The day's orders as they stand, of those with this fate. */
export async function ordersWith(day: Day, kind: Fate['kind']): Promise<Known[]> {
  const planned = dayOrders(day.began).filter(({ fate }) => fate.kind === kind);
  const rows = await day.owner
    .selectFrom('orders')
    .select(['id', 'order_number', 'version', 'status', 'driver_id'])
    .where('shop_id', '=', day.shop.shop_id)
    .where(
      'order_number',
      'in',
      planned.map(({ order }) => order.order_number),
    )
    .execute();
  const known = new Map(rows.map((row) => [row.order_number, row]));
  return planned.flatMap((one) => {
    const row = known.get(one.order.order_number);
    return row ? [{ ...one, ...row }] : [];
  });
}

/** Given to their drivers and sent out; one that anybody has touched since stays as it is. */
export async function placeOrders(day: Day): Promise<void> {
  const { owner, server, drivers, began } = day;
  for (const kind of ['unassigned', 'with_driver', 'delivered', 'cancelled_at_door'] as const) {
    for (const { id: order_id, version, fate } of await ordersWith(day, kind)) {
      if (version > 1) continue;
      await breathe(day);
      await inTransaction(owner, async (tx) => {
        const driver_id = 'driver' in fate ? drivers[fate.driver]?.driver_id : undefined;
        const out_since = 'out_since' in fate ? fate.out_since : began;
        const to = 'status' in fate ? fate.status : 'dispatching';
        if (driver_id !== undefined) await runAs(tx, server, assignOrder, { order_id, driver_id });
        if (to !== 'picking') {
          await runAs(tx, server, moveOrder, { order_id, to }, out_since);
          await recordPicking(tx, server.shop_id, order_id);
        }
      });
    }
  }
  const off = drivers[OFF_DUTY_DRIVER];
  const status = { user_id: off?.user_id ?? '', status: 'off_duty' } as const;
  await inTransaction(owner, (tx) => runAs(tx, server, setDriverStatus, status));
}

export async function cancelOrders(day: Day): Promise<void> {
  for (const { id, version } of await ordersWith(day, 'cancelled')) {
    if (version > 1) continue;
    await breathe(day);
    await inTransaction(day.owner, (tx) => runAs(tx, day.server, cancelOrder, { order_id: id }));
  }
}

export async function deliverOrders(day: Day): Promise<void> {
  for (const order of await ordersWith(day, 'delivered')) {
    if (order.status !== 'completed') await deliver(day, order);
  }
}

/** Cancelled at the desk, and delivered by whoever had no signal then (ruling A9). */
export async function cancelAtDoors(day: Day): Promise<void> {
  for (const order of await ordersWith(day, 'cancelled_at_door')) {
    if (order.status === 'dispatching')
      await inTransaction(day.owner, (tx) => runAs(tx, day.server, cancelOrder, { order_id: order.id }));
    await deliver(day, order);
  }
}

async function deliver(day: Day, { id, order, fate }: Known): Promise<void> {
  if (!('delivered_at' in fate)) return;
  await breathe(day);
  const driver = day.drivers[fate.driver];
  if (!driver) throw new Error('The demo has no such driver');
  const { due_amount_fils, payment_method, customer } = order;
  await deliverOrder(day, {
    ...order,
    order_id: id,
    driver,
    customer_name: `${customer.first_name} ${customer.last_name}`,
    tender: due_amount_fils === 0 ? null : payment_method === 'card' ? 'card_machine' : 'cash',
    delivered_at: fate.delivered_at,
  });
}

/** The desk has put the stops of two drivers into another order. */
export async function arrangeSome(day: Day): Promise<void> {
  const session = await sessionOf(day, emailOf('manager'));
  const carried = await ordersWith(day, 'with_driver');
  for (const at of [0, 2]) {
    await breathe(day);
    const driver_id = day.drivers[at]?.driver_id;
    const own = carried.filter(({ fate }) => 'driver' in fate && fate.driver === at);
    await day.client.command(session, '/api/desk/drivers/arrangement', idOf(`arrange ${at}`), {
      driver_id,
      arrangement_id: idOf(`arrangement ${at}`),
      from_arrangement: null,
      order_ids: own.map(({ id }) => id).reverse(),
      taken: null,
    });
  }
}

/** What a store told and nobody could take, as webhooks leave it; nothing is asked of a store, since none is connected. */
export async function tellOfNotTaken(day: Day): Promise<void> {
  const { owner, began, signal, shop } = day;
  signal.throwIfAborted();
  const { shop_id } = shop;
  for (const { name, payload, told_at } of notTakenPayloads(began)) {
    const key = { shop_id, webhook_id: `demo-${name}` };
    const inbox = {
      ...key,
      id: idOf(`webhook ${name}`),
      topic: 'orders/create',
      payload,
      received_at: told_at,
    };
    await addUnlessThere(owner, 'shopify_webhooks', inbox);
  }
  await workWebhooks(owner, silentLog, { shop_id, now: () => began });
}
