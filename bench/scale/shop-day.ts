import type { EndpointAnswer } from '../../contract/operations/endpoint-schemas.ts';
import { dayOf } from '../../contract/rules/dates.ts';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryInput } from '../../tests/support/delivery-input.ts';
import {
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import type { TestStaff } from '../../tests/support/test-shop.ts';
import type { BenchPlace, Driver } from '../bench-place.ts';
import { importAtDesk } from '../live/import-at-desk.ts';
import { pick, sendsOf, signingShop, succeeded } from '../signed-commands.ts';
import { makeStop } from '../sustained/driver-stops.ts';

/** What a shop does on a day, in its order. */
export const DAY = [
  'orders come in',
  'cash handed to drivers',
  'given to drivers and sent out',
  'delivered',
  'cash taken back, collected and deposited',
  'the desk looks',
] as const;
export type DayPart = (typeof DAY)[number];

type Work = () => Promise<unknown>;

/** The parts of a day; each is done whole before the next. */
export type ShopDay = Record<DayPart, Work>;

const AT_ONCE = 8;
const FLOAT_FILS = 20_000;
/** What an order of the import comes to. */
const ORDER_FILS = 14_510;

/** Prepares a day of so many deliveries, as many for each driver. Counts are of one shop; `day` tells its orders apart. */
export function shopDay(place: BenchPlace, deliveries: number, day: number): ShopDay {
  const app = sendsOf(place);
  const shop = signingShop(place);
  const { admin, manager, drivers } = shop;
  const all = { ...shop, driver: pick(drivers, 0) };
  const desk = place.manager;
  let orders: DayOrder[] = [];
  const held = (deliveries / drivers.length) * ORDER_FILS + FLOAT_FILS;
  const hand = async (kind: 'start' | 'end', driver: TestStaff, amount_fils: number) => {
    const prepare = kind === 'start' ? prepareStart : prepareEnd;
    const command = await prepare(app, all, { driver, amount_fils });
    await succeeded(await sendCommand(app, kind, admin, command));
  };
  return {
    'orders come in': async () => {
      await importAtDesk(place, desk, deliveries, day * deliveries).ended;
      orders = await newOrders(place, deliveries);
    },
    'cash handed to drivers': () => eachOf(drivers, (driver) => hand('start', driver, FLOAT_FILS)),
    'given to drivers and sent out': () =>
      eachOf(place.drivers, async (driver, index) => {
        const own = orders.filter((_, at) => at % place.drivers.length === index);
        const given = await atDesk(place, 'assign', { driver_id: driver.driver_id, orders: own.map(seen) });
        await atDesk(place, 'dispatch', { orders: given });
      }),
    delivered: () =>
      eachOf(orders, (order, at) =>
        makeStop(place, stopOf(place, pick(place.drivers, at % drivers.length), order)),
      ),
    'cash taken back, collected and deposited': async () => {
      await eachOf(drivers, (driver) => hand('end', driver, held));
      const amount_fils = held * drivers.length;
      const collection = await prepareCollection(app, all, { from: admin, amount_fils });
      await succeeded(await sendCommand(app, 'collection', manager, collection));
      const deposit_date = dayOf(new Date(), shop.time_zone);
      const deposit = await prepareDeposit(app, all, { amount_fils, deposit_date });
      await succeeded(await sendCommand(app, 'deposit', manager, deposit));
    },
    // A list with its counts for every fifth delivery, the board for every tenth: hints that come close together are answered by one question.
    'the desk looks': async () => {
      for (let looks = 0; looks < deliveries / 5; looks += 1) {
        await look(place, '/api/desk/orders?view=on_the_road');
        await look(place, '/api/desk/order-counts');
        if (looks % 2 === 0) await look(place, '/api/desk/drivers');
      }
    },
  };
}

type DayOrder = { id: string; order_number: string; due_amount_fils: number; version: number };

const seen = ({ id, version }: DayOrder) => ({ order_id: id, version });

async function newOrders({ pools, shop_id }: BenchPlace, count: number): Promise<DayOrder[]> {
  const { rows } = await pools.owner.query<DayOrder>(
    `select id, order_number, due_amount_fils, version from orders
     where shop_id = $1 and driver_id is null and status not in ('delivered', 'cancelled') order by id limit $2`,
    [shop_id, count],
  );
  if (rows.length < count) throw new Error(`${rows.length} of ${count} orders came in`);
  return rows;
}

type Seen = ReturnType<typeof seen>;

/** Answers the orders as they are since. Throws where one of them was left out. */
async function atDesk(
  place: BenchPlace,
  what: 'assign' | 'dispatch',
  input: { orders: Seen[]; driver_id?: number },
): Promise<Seen[]> {
  const answer = await place.http.mustSend({
    method: 'POST',
    path: `/api/desk/orders/${what}`,
    headers: {
      authorization: `Bearer ${place.manager.access_token}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    },
    body: JSON.stringify(input),
  });
  const { results } = JSON.parse(answer) as EndpointAnswer<'assign_orders'>;
  return results.map((result) => {
    if (result.outcome !== 'done') throw new Error(`${what} left out ${JSON.stringify(result)}`);
    return { order_id: result.order_id, version: result.version };
  });
}

/** Its photo and note get their bytes, and the input their hashes, as it is sent. */
function stopOf({ shop_id }: BenchPlace, driver: Driver, order: DayOrder) {
  const shop = { shop_id, time_zone: 'UTC' };
  const input = deliveryInput({ shop, driver, order, sha256: { photo: '', note: '' } });
  return { driver, command_id: newId(), image_file_id: newId(), note_file_id: newId(), input };
}

async function look({ http, manager }: BenchPlace, path: string): Promise<void> {
  await http.mustSend({ method: 'GET', path, headers: { authorization: `Bearer ${manager.access_token}` } });
}

async function eachOf<T>(
  all: readonly T[],
  work: (one: T, index: number) => Promise<unknown>,
): Promise<void> {
  const queue = all.entries();
  const worker = async () => {
    for (const [index, one] of queue) await work(one, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
