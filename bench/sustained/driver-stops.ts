import type { BenchPlace } from '../bench-place.ts';
import { type PreparedDelivery, prepareDeliveries } from '../prepared-deliveries.ts';
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

/** So many stops a second for so long, each thing at its moment. Orders are made while those before are delivered. */
export async function* stopsOf(
  place: BenchPlace,
  { per_second, seconds }: { per_second: number; seconds: number },
): AsyncGenerator<Step<StopKind>> {
  const stops = Math.ceil(per_second * seconds);
  // As many as the drivers have on them in the morning, not as many as they deliver all day.
  const batch = place.drivers.length;
  const between_ms = 1_000 / per_second;
  let next = prepareDeliveries(place, batch, false);
  for (let first = 0; first < stops; first += batch) {
    const deliveries = (await next).slice(0, stops - first);
    next = prepareDeliveries(place, first + batch < stops ? batch : 0, false);
    for (const [offset, delivery] of deliveries.entries()) {
      for (const { kind, at } of STOP) {
        const at_ms = (first + offset + at) * between_ms;
        yield { kind, at_ms, work: () => ask(place, delivery, kind) };
      }
    }
  }
  await next;
}

async function ask(place: BenchPlace, delivery: PreparedDelivery, kind: StopKind): Promise<void> {
  if (kind === 'delivery') await sendWhole(place, withBytes(delivery, BYTES));
  else {
    const { access_token } = kind === 'outstanding cash' ? place.manager : delivery.driver;
    const headers = { authorization: `Bearer ${access_token}` };
    await place.http.mustSend({ method: 'GET', path: READS[kind], headers });
  }
}
