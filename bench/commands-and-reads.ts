import type { Deposits } from '../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import { dayOf } from '../contract/rules/dates/dates.ts';
import { newId } from '../contract/rules/ids.ts';
import { DELIVERY_IMAGE, deliveryFolder } from '../contract/rules/storage-paths.ts';
import type { Sends } from '../tests/support/test-app.ts';
import { jpegBytes } from '../tests/support/test-delivery.ts';
import {
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from '../tests/support/test-handover.ts';
import type { TestStaff } from '../tests/support/test-shop.ts';
import type { BenchPlace } from './bench-place.ts';
import { prepareDeliveries } from './book/prepared-deliveries.ts';
import { confirm } from './cash-commands.ts';
import { pick, sendsOf, signingShop, succeeded } from './signed-commands.ts';

/** Runs one command or read; `round` selects its prepared input. */
export type Work = (round: number) => Promise<unknown>;

/**
 * Commands come first, so that the reads find equally many rows of today on both sides. Half of the drivers
 * deliver, the others are in the shop.
 */
export async function commandsAndReads(place: BenchPlace, rounds: number): Promise<Record<string, Work>> {
  return { ...(await commands(place, rounds)), ...reads(place) };
}

export async function commands(place: BenchPlace, rounds: number): Promise<Record<string, Work>> {
  const app = sendsOf(place);
  const { admin, manager, drivers, ...shop } = signingShop(place);
  const out = { ...place, drivers: place.drivers.slice(0, drivers.length / 2) };
  const inside = (round: number) => pick(drivers, drivers.length / 2 + (round % (drivers.length / 2)));
  const deliveries = await prepareDeliveries(out, rounds + 3 * out.drivers.length, true);
  const work: Record<string, Work> = {
    'upload a photo': (round) => putPhoto(place, app, pick(drivers, round % out.drivers.length)),
    'confirm a delivery': (round) => confirm(place, pick(deliveries, round)),
  };
  const each = async (
    what: string,
    kind: Parameters<typeof sendCommand>[1],
    by: TestStaff,
    prepare: (round: number) => Promise<{ command_id: string; input: object }>,
  ) => {
    const prepared = await inTurn(rounds, prepare);
    work[what] = async (round) => succeeded(await sendCommand(app, kind, by, pick(prepared, round)));
  };
  const all = { ...shop, admin, manager, driver: pick(drivers, 0) };
  const of = (round: number) => ({ driver: inside(round), amount_fils: 100 });
  await each('start of day', 'start', admin, (round) => prepareStart(app, all, of(round)));
  await each('end of day', 'end', admin, (round) => prepareEnd(app, all, of(round)));
  await each('collect cash', 'collection', manager, (round) =>
    prepareCollection(app, all, { from: inside(round), amount_fils: 100 }),
  );
  const deposit_date = dayOf(new Date(), shop.time_zone);
  await each('record a deposit', 'deposit', manager, () =>
    prepareDeposit(app, all, { amount_fils: 100, deposit_date }),
  );
  work['initialise cash'] = async (round) =>
    succeeded(await app.send('POST', '/api/cash/initialise', { as: inside(round).session_id }));
  return work;
}

function reads(place: BenchPlace): Record<string, Work> {
  const app = sendsOf(place);
  const { admin, manager, drivers } = signingShop(place);
  const out = (round: number) => pick(drivers, round % (drivers.length / 2));
  const get = (path: string, as: TestStaff | typeof out) => async (round: number) =>
    succeeded(await app.send('GET', path, { as: (typeof as === 'function' ? as(round) : as).session_id }));
  return {
    profile: get('/api/profile', out),
    'figures of a driver': get('/api/profile/statistics', out),
    'figures of a manager': get('/api/profile/statistics', manager),
    'figures of an admin': get('/api/profile/statistics', admin),
    'assigned orders': get('/api/orders/assigned', out),
    'next order': get('/api/orders/next', out),
    'drivers to hand cash to': get('/api/handovers/drivers', admin),
    'estimated receivables': get(`/api/handovers/balance?driver_id=${pick(drivers, 0).driver_id}`, admin),
    'starts of today': get('/api/handovers/today?handover_type=start', admin),
    'ends of today': get('/api/handovers/today?handover_type=end', admin),
    'outstanding cash': get('/api/cash/outstanding', manager),
    deposits: get('/api/deposits', manager),
    'a receipt’s link': signingDocuments(app, manager),
  };
}

async function putPhoto({ shop_id }: BenchPlace, app: Sends, driver: TestStaff): Promise<void> {
  const order_id = newId();
  const named = { order_id, order_number: order_id, shop_id, driver_id: driver.driver_id ?? 0 };
  const folder = deliveryFolder({ ...named, delivered_at: new Date(), time_zone: 'UTC' });
  const bytes = jpegBytes(order_id);
  const path = `/storage/v1/object/order-deliveries/${folder}${DELIVERY_IMAGE}`;
  await succeeded(await app.send('PUT', path, { as: driver.session_id, bytes }));
}

/** Signs links to the documents of the newest page of deposits, which is read once. */
function signingDocuments(app: Sends, { session_id: as }: TestStaff): Work {
  let listed: Promise<Deposits> | undefined;
  const list = async () => (await (await app.send('GET', '/api/deposits', { as })).json()) as Deposits;
  return async (round) => {
    listed ??= list();
    const { deposits } = await listed;
    const { document } = pick(deposits, round % deposits.length);
    await succeeded(await app.send('POST', '/storage/v1/object/sign', { as, body: document }));
  };
}

async function inTurn<T>(count: number, work: (round: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let round = 0; round < count; round += 1) done.push(await work(round));
  return done;
}
