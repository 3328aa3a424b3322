import pg from 'pg';
import { newId } from '../../contract/rules/ids.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { type FilledPayments, fillPayments } from './fill-payments.ts';
import { fillSecondPerson } from './fill-second-person.ts';
import { type AttemptedOrder, fillStops } from './fill-stops.ts';
import { arrangeStops } from './operations.ts';
import type { TestApp } from './test-app.ts';
import { prepareDelivery, sendDelivery } from './test-delivery.ts';
import { openOf, sendReport, testDevice } from './test-device.ts';
import {
  adjust,
  issue,
  prepareCollection,
  prepareDeposit,
  prepareFloat,
  prepareStart,
  sendCommand,
} from './test-handover.ts';
import { addOrder, type TestShop, type TestStaff } from './test-shop.ts';

export type Person = 'driver' | 'driver2' | 'manager' | 'admin' | 'stranger';
export const PEOPLE: Person[] = ['driver', 'driver2', 'manager', 'admin', 'stranger'];

export type FilledShop = {
  open_order: string;
  delivered_order: string;
  reassigned_order: string;
  second_drivers: string;
  /** Orders of both drivers with open attempts. */
  attempted: { first: AttemptedOrder; second: AttemptedOrder };
  /** Part deliveries of both drivers. */
  paid: { first: FilledPayments; second: FilledPayments };
};

/** Adds import settings of the shop and one erasure. */
async function fillOthers({ owner }: TestApp, shop_id: number): Promise<void> {
  const at = new Date();
  const remembered = { header_hash: 'a'.repeat(64), header: '["Number"]', layout: '{}', used_at: at };
  await owner
    .insertInto('erasings')
    .values({ shop_id, id: newId(), run_id: newId(), after_days: 90, orders: 1, files: 2 })
    .execute();
  await owner
    .insertInto('import_layouts')
    .values({ shop_id, ...remembered })
    .execute();
  await owner
    .insertInto('import_methods')
    .values({ shop_id, word: 'tabby', method: 'online', said_at: at })
    .execute();
  await owner
    .insertInto('source_names')
    .values({ shop_id, kind: 'payment', key: 'visa', name: 'Visa', first_seen_at: at })
    .execute();
}

/** Adds rows of both drivers to every table. */
export async function fillShop(app: TestApp, filled: TestShop): Promise<FilledShop> {
  await moveCash(app, filled);
  await fillSecondPerson(app, filled);
  const [mine, out, taken, second] = [
    await addOrder(app.owner, filled, filled.driver),
    await addOrder(app.owner, filled, filled.driver),
    await addOrder(app.owner, filled, filled.driver),
    await addOrder(app.owner, filled, filled.driver2),
  ];
  for (const [driver, order] of [
    [filled.driver, mine],
    [filled.driver2, await addOrder(app.owner, filled, filled.driver2)],
  ] as const) {
    const answer = await sendDelivery(app, driver, await prepareDelivery(app, filled, driver, order));
    if (answer.status !== 200) throw new Error(`The delivery returned ${answer.status}`);
  }
  await fillDevice(app, filled);
  const { shop_id } = filled;
  const { driver_id } = filled.driver2;
  const ended = { ended_at: new Date() };
  await app.owner.updateTable('order_assignments').set(ended).where('order_id', '=', taken.id).execute();
  await app.owner
    .insertInto('order_assignments')
    .values({ shop_id, id: newId(), order_id: taken.id, driver_id: driver_id ?? 0 })
    .execute();
  await app.owner.updateTable('orders').set({ driver_id }).where('id', '=', taken.id).execute();
  const former = [out, second].map(({ id }) => ({ shop_id, order_id: id, due_amount_fils: 100 }));
  await app.owner.insertInto('order_amounts').values(former).execute();
  for (const of of [filled.driver, filled.driver2]) {
    const stops = { driver_id: of.driver_id ?? 0, order_ids: [out.id, second.id] };
    await inTransaction(app.owner, (tx) => arrangeStops(tx, shop_id, stops));
  }
  const met = { shop_id, id: newId(), order_id: taken.id, kind: 'conflict', detail: '{}' };
  await app.owner.insertInto('order_events').values(met).execute();
  await fillOthers(app, shop_id);
  const attempted = await fillStops(app, filled);
  const paid = {
    first: await fillPayments(app, filled, filled.driver),
    second: await fillPayments(app, filled, filled.driver2),
  };
  return {
    attempted,
    paid,
    open_order: out.id,
    delivered_order: mine.id,
    reassigned_order: taken.id,
    second_drivers: second.id,
  };
}

/** Adds a device that both drivers used, with commands of both and one missing number. */
async function fillDevice(app: TestApp, { driver, driver2 }: TestShop): Promise<void> {
  const device = testDevice();
  await sendReport(app, driver, device.report());
  const made = [driver, driver2, driver].map((by) => device.make(by));
  await sendReport(app, driver2, device.report({ open: made.slice(1).map((one) => openOf(one)) }));
}

/** Adds a handover to each driver, a collection and a deposit, while both drivers are in the shop. */
async function moveCash(app: TestApp, filled: TestShop): Promise<void> {
  const { admin, manager, shop_id } = filled;
  const sent: Response[] = [];
  for (const driver of [filled.driver, filled.driver2]) {
    const machine = { shop_id, id: newId(), number: `POS-${driver.driver_id}` };
    await app.owner.insertInto('card_machines').values(machine).execute();
    const start = await prepareStart(app, filled, {
      driver,
      card_machine_given: true,
      card_machine_id: machine.id,
    });
    sent.push(await sendCommand(app, 'start', admin, start));
    const collection = await prepareCollection(app, filled, { from: driver });
    sent.push(await sendCommand(app, 'collection', manager, collection));
  }
  await issue(app, filled, manager, 10_000);
  for (const driver of [filled.driver, filled.driver2]) {
    await issue(app, filled, driver, 100);
    await adjust(app, filled, driver, -100);
  }
  sent.push(await sendCommand(app, 'deposit', manager, await prepareDeposit(app, filled)));
  sent.push(await sendCommand(app, 'float', manager, await prepareFloat(app, filled)));
  for (const answer of sent) {
    if (answer.status !== 200)
      throw new Error(`A cash command returned ${answer.status}: ${await answer.text()}`);
  }
}

export type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** Runs `work` as this user in a transaction of the request pool that is rolled back. */
export async function asRequest<T>(
  pool: pg.Pool,
  person: TestStaff | null,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (person) await client.query('select from begin_request($1)', [person.session_id]);
    return await work((text, values) => client.query(text, values));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Returns the number of rows that a statement affected, or 'refused'. */
export async function outcome(statement: Promise<pg.QueryResult>): Promise<number | 'refused'> {
  try {
    return (await statement).rowCount ?? 0;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : '';
    if (code === '42501') return 'refused';
    throw error;
  }
}
