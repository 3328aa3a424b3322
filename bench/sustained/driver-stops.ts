import type { BenchPlace } from '../bench-place.ts';
import { type PreparedDelivery, prepareDeliveries } from '../book/prepared-deliveries.ts';
import { sendWhole, withBytes } from '../whole-delivery.ts';
import type { Step } from './open-loop.ts';

/** Sizes of a photo as the app shrinks it and of a delivery note of one page. */
const BYTES = { photo: 300 * 1024, note: 30 * 1024 };

export type StopKind = 'delivery' | 'next order' | 'assigned orders' | 'statistics' | 'outstanding cash';

/**
 * The requests around one delivery, with their times as shares of the interval between two stops. The
 * driver's device reads the next order before and after, the profile and the remaining orders; the manager's
 * reads the outstanding cash.
 */
const STOP: readonly { kind: StopKind; at: number }[] = [
  { kind: 'next order', at: 0 },
  { kind: 'delivery', at: 0.3 },
  { kind: 'next order', at: 0.5 },
  { kind: 'statistics', at: 0.7 },
  { kind: 'assigned orders', at: 0.8 },
  { kind: 'outstanding cash', at: 0.9 },
];

const READS = {
  'next order': '/api/orders/next',
  'assigned orders': '/api/orders/assigned',
  statistics: '/api/profile/statistics',
  'outstanding cash': '/api/cash/outstanding',
} as const;

/** Sends the requests of a stop one after the other, without pauses. */
export async function makeStop(place: BenchPlace, delivery: PreparedDelivery): Promise<void> {
  for (const { kind } of STOP) await sendRequest(place, delivery, kind);
}

/** Orders are created in small groups: one large insert would delay measured requests. */
const ORDERS_IN_A_GROUP = 4;

/**
 * Yields the requests of stops at a constant rate, each with its scheduled time. Creates new orders as others
 * are delivered.
 */
export async function* stopsOf(
  place: BenchPlace,
  { per_second, seconds }: { per_second: number; seconds: number },
): AsyncGenerator<Step<StopKind>> {
  const stops = Math.ceil(per_second * seconds);
  const between_ms = 1_000 / per_second;
  // Each driver has one order at the start.
  const deliveries = await prepareDeliveries(place, place.drivers.length, false);
  let next: Promise<PreparedDelivery[]> | undefined;
  for (let stop = 0; stop < stops; stop += 1) {
    if (stop % ORDERS_IN_A_GROUP === 0) {
      deliveries.push(...((await next) ?? []));
      next = prepareGroup(place, stop);
    }
    const delivery = deliveries.shift();
    if (!delivery) throw new Error('a driver has no order left');
    for (const { kind, at } of STOP) {
      yield { kind, at_ms: (stop + at) * between_ms, work: () => sendRequest(place, delivery, kind) };
    }
  }
  await next;
}

/** Creates an order for each driver of these stops. Drivers take turns. */
function prepareGroup(place: BenchPlace, stop: number): Promise<PreparedDelivery[]> {
  const first = stop % place.drivers.length;
  const drivers = place.drivers.slice(first, first + ORDERS_IN_A_GROUP);
  return prepareDeliveries({ ...place, drivers }, drivers.length, false);
}

async function sendRequest(place: BenchPlace, delivery: PreparedDelivery, kind: StopKind): Promise<void> {
  if (kind === 'delivery') await sendWhole(place, withBytes(delivery, BYTES));
  else {
    const { access_token } = kind === 'outstanding cash' ? place.manager : delivery.driver;
    const headers = { authorization: `Bearer ${access_token}` };
    await place.http.mustSend({ method: 'GET', path: READS[kind], headers });
  }
}
