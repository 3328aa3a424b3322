import type { Updateable } from 'kysely';
import { expect } from 'vitest';
import { STORE } from '../../server/operations/run-as.ts';
import type { NewOrder } from '../../server/orders/contents/new-order.ts';
import { updateOrder } from '../../server/orders/contents/update-order.ts';
import type { Tables } from '../../server/platform/database/database.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { adjustAtOnce } from './operator-commands.ts';
import type { TestApp } from './test-app.ts';
import { alreadyOpen, runCli } from './test-cli.ts';
import { prepareDelivery, sendDelivery } from './test-delivery.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareFloat,
  prepareStart,
  sendCommand,
} from './test-handover.ts';
import { addOrder, type TestOrder, type TestShop, type TestStaff } from './test-shop.ts';

/** Fills the cash book with two or more of every record that moves cash or may contradict a movement. */
export async function fillBook(app: TestApp, shop: TestShop): Promise<void> {
  const { admin, manager, driver, driver2 } = shop;
  await issue(app, shop, admin, 200_000);
  await operate(app, admin, ['issue', '500']);
  await operate(app, manager, ['issue', '300']);
  await adjustAtOnce(app, shop, driver2, 1_200, 'found "it"');
  await adjustAtOnce(app, shop, driver2, -700, 'lost it');
  await deliverOrders(app, shop);
  const done = [
    await sendCommand(app, 'start', admin, await prepareStart(app, shop, { amount_fils: 40_000 })),
    await sendCommand(
      app,
      'start',
      admin,
      await prepareStart(app, shop, { driver: driver2, amount_fils: 30_000 }),
    ),
    await sendCommand(app, 'end', admin, await prepareEnd(app, shop, { amount_fils: 10_000 })),
    await sendCommand(app, 'end', admin, await prepareEnd(app, shop, { driver: driver2, amount_fils: 0 })),
    await sendCommand(
      app,
      'collection',
      manager,
      await prepareCollection(app, shop, { amount_fils: 20_000 }),
    ),
    await sendCommand(
      app,
      'collection',
      manager,
      await prepareCollection(app, shop, { from: admin, amount_fils: 3_000 }),
    ),
    await sendCommand(app, 'deposit', manager, await prepareDeposit(app, shop, { amount_fils: 5_000 })),
    await sendCommand(
      app,
      'deposit',
      manager,
      await prepareDeposit(app, shop, { amount_fils: 4_000, notes: 'twice' }),
    ),
  ];
  for (const [by, direction] of [
    [manager, 'issue'],
    [admin, 'issue'],
    [manager, 'return'],
  ] as const) {
    const other = by === admin ? manager : admin;
    const float = await prepareFloat(app, shop, { by, with: other, direction, amount_fils: 1_500 });
    done.push(await sendCommand(app, 'float', by, float));
  }
  expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
  // A user whose balance was initialised and never moved.
  await app.send('POST', '/api/cash/initialise', { as: driver.session_id });
}

async function operate(app: TestApp, who: TestStaff, [command = '', ...args]: string[]): Promise<void> {
  const { email } = await app.owner
    .selectFrom('users')
    .select('email')
    .where('id', '=', who.user_id)
    .executeTakeFirstOrThrow();
  const result = await runCli(['cash', command, email, ...args], alreadyOpen(app.owner));
  expect(result).toMatchObject({ code: 0 });
}

/**
 * Deliveries by the first driver: two for cash, one by card machine, one prepaid, one that was never
 * dispatched, one whose amount changed on the way, and one that was cancelled meanwhile.
 */
async function deliverOrders(app: TestApp, shop: TestShop): Promise<void> {
  const { driver, driver2 } = shop;
  const order = (due_amount_fils: number) => addOrder(app.owner, shop, driver, { due_amount_fils });
  await deliver(app, shop, driver, await order(14_500));
  await deliver(app, shop, driver, await order(9_900));
  await deliver(app, shop, driver, await order(7_700), { tender: 'card_machine' });
  await deliver(app, shop, driver, await order(0));
  await deliver(app, shop, driver2, await addOrder(app.owner, shop, driver2, { due_amount_fils: 8_800 }));

  const never_set_out = await order(1_100);
  await change(app, never_set_out, { dispatching_started_at: null });
  await deliver(app, shop, driver, never_set_out);

  const dearer = await order(6_000);
  await changeAmount(app, shop, dearer, 6_500);
  await deliver(app, shop, driver, dearer);
  const cancelled = await order(5_500);
  await change(app, cancelled, { status: 'cancelled' });
  await deliver(app, shop, driver, cancelled);

  const open = await order(3_300);
  await changeAmount(app, shop, open, 3_400);
  await changeAmount(app, shop, open, 3_500);
  await order(2_200);
}

async function change(app: TestApp, { id }: TestOrder, to: Updateable<Tables['orders']>): Promise<void> {
  await app.owner.updateTable('orders').set(to).where('id', '=', id).execute();
}

async function deliver(
  app: TestApp,
  shop: TestShop,
  driver: TestStaff,
  order: TestOrder,
  changes: { tender?: 'card_machine' } = {},
): Promise<void> {
  const answer = await sendDelivery(app, driver, await prepareDelivery(app, shop, driver, order, changes));
  expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 });
}

/** Changes the amount as the store's webhook does. */
async function changeAmount(
  app: TestApp,
  { shop_id }: TestShop,
  order: TestOrder,
  due_amount_fils: number,
): Promise<void> {
  const changed: NewOrder = {
    order_number: order.order_number,
    external_id: null,
    customer: { first_name: 'Layla', last_name: 'Haddad', phone: null },
    delivery_address: 'Marina Gate 1, Apt 1204',
    notes: null,
    created_at: order.created_at,
    payment_method: 'cash',
    payment_status: 'pending',
    subtotal_fils: due_amount_fils,
    discount_fils: 0,
    shipping_fils: 0,
    tax_fils: 0,
    total_amount_fils: due_amount_fils,
    paid_amount_fils: 0,
    due_amount_fils,
    lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: due_amount_fils }],
  };
  const store = { ...STORE, shop_id };
  await inTransaction(app.owner, (tx) => updateOrder(tx, store, { shop_id, order_id: order.id }, changed));
}
