import type { GoodsOutcome } from '../../../contract/rules/orders/attempts.ts';

/** An order that its driver could not deliver; its goods are decided about at the driver's end of day. */
export type UndeliveredPlan = {
  driver: number;
  out_at: Date;
  attempt: { at: Date; reason: string };
  goods: GoodsOutcome;
  /** The desk cancels the order after the end of day. */
  cancelled_at: Date;
};

export type PlannedGoods = { order_number: string; outcome: GoodsOutcome };

/** Order numbers by the driver who kept their goods overnight. */
export type KeptGoods = ReadonlyMap<number, readonly string[]>;

/** The minute of the day at which the first of these orders goes out. */
export const OUT_MINUTE = 19 * 60 + 50;

const REASONS: Readonly<Record<GoodsOutcome, string>> = {
  returned: 'damaged',
  kept: 'customer_refused',
  missing: 'other',
};

/**
 * Plans the orders of a day that come back: mostly one is returned, and on every second day one is kept
 * overnight. On one of the days one is missing.
 */
export function planUndelivered(
  index: number,
  days: number,
  drivers: readonly number[],
  minutes: (count: number) => Date,
): UndeliveredPlan[] {
  const outcomes: GoodsOutcome[] = [
    index === Math.min(3, days - 1) ? 'missing' : 'returned',
    ...(index % 2 === 0 ? (['kept'] as const) : []),
  ];
  return outcomes.flatMap((goods, place) => {
    const driver = drivers[(index * 3 + place) % drivers.length];
    if (driver === undefined) return [];
    const out_minute = OUT_MINUTE + place;
    const attempt = { at: minutes(out_minute + 30), reason: REASONS[goods] };
    return [{ driver, out_at: minutes(out_minute), attempt, goods, cancelled_at: minutes(21 * 60 + 45) }];
  });
}

/** Returns what a driver's end of day decides: goods kept on an earlier day come back. */
export function goodsAtEnd(
  driver: number,
  orders: readonly { order_number: string; outcome: { undelivered: UndeliveredPlan } | object }[],
  kept: KeptGoods,
): readonly PlannedGoods[] {
  const back = (kept.get(driver) ?? []).map(
    (order_number) => ({ order_number, outcome: 'returned' }) as const,
  );
  const of_today = orders.flatMap(({ order_number, outcome }) =>
    'undelivered' in outcome && outcome.undelivered.driver === driver
      ? [{ order_number, outcome: outcome.undelivered.goods }]
      : [],
  );
  return [...back, ...of_today];
}

/** Returns the goods that drivers keep after these ends of day. */
export function keptAfter(
  ends: readonly { driver: number; goods: readonly PlannedGoods[] }[],
  before: KeptGoods,
): KeptGoods {
  const after = new Map(before);
  for (const { driver, goods } of ends) {
    const kept = goods.filter(({ outcome }) => outcome === 'kept').map(({ order_number }) => order_number);
    after.set(driver, kept);
  }
  return after;
}
