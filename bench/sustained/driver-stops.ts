import type { BenchPlace } from '../bench-place.ts';
import { type PreparedDelivery, prepareDeliveries } from '../book/prepared-deliveries.ts';
import { sendWhole, withBytes } from '../whole-delivery.ts';
import type { Step } from './open-loop.ts';

/** A photo as the app shrinks it, and a delivery note of one page. */
const BYTES = { photo: 300 * 1024, note: 30 * 1024 };

export type StopKind = 'delivery' | 'next order' | 'assigned orders' | 'statistics' | 'outstanding cash';

/**
 * What is asked around one delivery, and when, as a share of the time between two stops: by the driver's device the next order
 * before and after, the profile, the list of what is left; by the manager's who has what cash.
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

/** One after the other, as fast as the answers come. */
export async function makeStop(place: BenchPlace, delivery: PreparedDelivery): Promise<void> {
  for (const { kind } of STOP) await ask(place, delivery, kind);
}

/** Orders are made in small groups: one large insert would delay the requests that are measured. */
const ORDERS_IN_A_GROUP = 4;

/** So many stops a second for so long, each thing at its moment. As orders are delivered, new ones are made. */
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
    if (!delivery) throw new Error('every driver has an order');
    for (const { kind, at } of STOP) {
      yield { kind, at_ms: (stop + at) * between_ms, work: () => ask(place, delivery, kind) };
    }
  }
  await next;
}

/** Makes an order for each of the drivers of these stops. Drivers take turns. */
function prepareGroup(place: BenchPlace, stop: number): Promise<PreparedDelivery[]> {
  const first = stop % place.drivers.length;
  const drivers = place.drivers.slice(first, first + ORDERS_IN_A_GROUP);
  return prepareDeliveries({ ...place, drivers }, drivers.length, false);
}

async function ask(place: BenchPlace, delivery: PreparedDelivery, kind: StopKind): Promise<void> {
  if (kind === 'delivery') await sendWhole(place, withBytes(delivery, BYTES));
  else {
    const { access_token } = kind === 'outstanding cash' ? place.manager : delivery.driver;
    const headers = { authorization: `Bearer ${access_token}` };
    await place.http.mustSend({ method: 'GET', path: READS[kind], headers });
  }
}
