import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { NewOrder } from '../../server/orders/contents/new-order.ts';
import { purchaseOf } from './demo-goods.ts';

/**
 * The day that the demo's desk shows, in addition to the data of the four accounts: drivers, orders and their
 * outcomes. All names are invented.
 */

/**
 * The accounts `driver3` and so on, with the demo's password. Drivers with a card machine started their day
 * with it and a float.
 */
export const DAY_DRIVERS: readonly { full_name: string; machine: string | null }[] = [
  { full_name: 'Imran Sheikh', machine: 'POS-03' },
  { full_name: 'محمد الحمادي', machine: 'POS-04' },
  { full_name: 'Ravi Kumar', machine: 'POS-05' },
  { full_name: 'Samuel Okello', machine: 'POS-06' },
  { full_name: 'Anil Thapa', machine: 'POS-07' },
  { full_name: 'Yousef Darwish', machine: 'POS-08' },
  { full_name: 'Nimal Perera', machine: null },
  { full_name: 'Hassan Raza', machine: 'POS-09' },
  { full_name: 'Jomar Dela Cruz', machine: null },
  { full_name: 'سعيد المنصوري', machine: null },
];

/** The number of drivers who are out. One more has stops and is at the shop. */
export const OUT_DRIVERS = 7;
export const OFF_DUTY_DRIVER = 9;
export const FLOAT_FILS = 10_000;

export type Outcome =
  | { kind: 'unassigned'; status: Extract<OrderStatus, 'picking' | 'packed'> }
  | { kind: 'with_driver'; driver: number; status: OrderStatus; out_since: Date }
  | { kind: 'delivered'; driver: number; out_since: Date; delivered_at: Date }
  | { kind: 'cancelled' }
  /** Cancelled while the driver, without signal, was delivering the order. */
  | { kind: 'cancelled_at_door'; driver: number; out_since: Date; delivered_at: Date };

export type DayOrder = { order: NewOrder; outcome: Outcome };
/** An order of the day as it is now. */
export type KnownOrder = DayOrder & { id: string; version: number; status: string };

const FIRST_NUMBER = 10_301;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns all orders of the day, always the same for the same `began`. */
export function dayOrders(began: Date): DayOrder[] {
  return outcomes(began).map((outcome, at) => ({ order: dayOrder(at, outcome, began), outcome }));
}

function outcomes(began: Date): Outcome[] {
  const now = began.getTime();
  const first = Math.max(dubaiMidnight(began), now - 9 * HOUR_MS);
  const before = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  const times = <One>(count: number, make: (at: number) => One) =>
    Array.from({ length: count }, (_, at) => make(at));
  /** Returns the time at a share of the delivery period, from 0 (its start) to 1 (now). */
  const delivered = (share: number) => new Date(first + (now - first) * share);
  const leftFor = (at: Date, minutes: number) => new Date(at.getTime() - minutes * MINUTE_MS);
  const out = (at: number) => at % OUT_DRIVERS;
  const all: Outcome[] = [
    ...times(16, (): Outcome => ({ kind: 'unassigned', status: 'packed' })),
    ...times(6, (): Outcome => ({ kind: 'unassigned', status: 'picking' })),
    ...times(14, (at): Outcome => withDriver(at % (OUT_DRIVERS + 1), 'packed', now)),
    ...times(10, (at): Outcome => withDriver(at % (OUT_DRIVERS + 1), 'dispatched', now)),
    ...times(4, (at): Outcome => withDriver(at, 'picking', now)),
    ...times(36, (at): Outcome => withDriver(out(at), 'dispatching', now - (8 + at) * MINUTE_MS)),
    ...times(8, (at): Outcome => withDriver(out(at), 'delivering', now - (25 + 3 * at) * MINUTE_MS)),
    ...times(50, (at): Outcome => {
      const delivered_at = delivered(0.1 + (0.88 * at) / 50);
      return {
        kind: 'delivered',
        driver: at % 6 === 5 ? 8 : out(at),
        out_since: leftFor(delivered_at, 14 + (at % 23)),
        delivered_at,
      };
    }),
    ...times(8, (): Outcome => ({ kind: 'cancelled' })),
    ...times(
      4,
      (at): Outcome => ({
        kind: 'cancelled_at_door',
        driver: out(at),
        out_since: before(70),
        delivered_at: delivered(0.9 + at / 50),
      }),
    ),
  ];
  return all;
}

function withDriver(driver: number, status: OrderStatus, out_since_ms: number): Outcome {
  return { kind: 'with_driver', driver, status, out_since: new Date(out_since_ms) };
}

/** Returns the start of the day in Dubai, which is UTC+4 all year, in ms. */
export function dubaiMidnight(at: Date): number {
  const ahead_ms = 4 * HOUR_MS;
  const day_ms = 24 * HOUR_MS;
  return Math.floor((at.getTime() + ahead_ms) / day_ms) * day_ms - ahead_ms;
}

function dayOrder(at: number, outcome: Outcome, began: Date): NewOrder {
  const { address, area, ...purchase } = purchaseOf(at);
  const created_at = orderedAt(at, outcome, began);
  return {
    order_number: String(FIRST_NUMBER + at),
    external_id: null,
    ...purchase,
    delivery_address: `${address}, ${area}${/[a-z]/i.test(area) ? ', Dubai' : '، دبي'}`,
    area: at % 9 === 4 ? null : area,
    created_at,
    promised_at: promisedAt(at, outcome, created_at, began),
    discount_fils: 0,
    tax_fils: 0,
  };
}

function orderedAt(at: number, outcome: Outcome, began: Date): Date {
  const left =
    'out_since' in outcome ? Math.min(outcome.out_since.getTime(), began.getTime()) : began.getTime();
  return new Date(left - (25 + ((at * 41) % 600)) * MINUTE_MS);
}

/** Most orders are promised for later today; some open orders are late. */
function promisedAt(at: number, outcome: Outcome, created_at: Date, began: Date): Date | null {
  if (at % 5 === 2) return null;
  if ('delivered_at' in outcome)
    return new Date(outcome.delivered_at.getTime() + ((at % 7) - 2) * 20 * MINUTE_MS);
  const late = at % 8 === 1;
  const promised = began.getTime() + (late ? -(10 + (at % 50)) : 40 + ((at * 13) % 260)) * MINUTE_MS;
  return new Date(Math.max(promised, created_at.getTime() + 10 * MINUTE_MS));
}
