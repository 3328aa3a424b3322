import type { Tender } from '../../../contract/rules/orders/tender.ts';
import { DAY_DRIVERS, dubaiMidnight, FLOAT_FILS } from '../demo-day.ts';
import { type Purchase, purchaseOf } from '../demo-goods.ts';
import {
  goodsAtEnd,
  type KeptGoods,
  keptAfter,
  OUT_MINUTE,
  type PlannedGoods,
  planUndelivered,
  type UndeliveredPlan,
} from './undelivered-plan.ts';

/** Plans the days before the demo's day, always the same for the same date. Nothing is executed here. */

export const HISTORY_DAYS = 14;

/** Indexes of drivers: the drivers of the demo's day come first, then these three. */
export const FORMER_DRIVER = DAY_DRIVERS.length;
export const BILAL = FORMER_DRIVER + 1;
export const JOSEPH = BILAL + 1;
/** Joseph's cash from the safe. The admin keeps it overnight. */
export const JOSEPHS_FILS = 25_000;

const MACHINES = [...DAY_DRIVERS.map(({ machine }) => machine), 'POS-10', 'POS-01', 'POS-02'];

export type HistoryOrder = {
  order_number: string;
  purchase: Purchase;
  ordered_at: Date;
  /** The way and time of the order's arrival in the shop. */
  arrival: { by: 'export' | 'webhook'; at: Date };
  outcome: { cancelled_at: Date } | { undelivered: UndeliveredPlan } | DeliveryPlan;
};

export type DeliveryPlan = {
  driver: number;
  out_at: Date;
  /** True if the driver sets out alone, instead of being sent out by the shop. */
  sets_out: boolean;
  /** The failed attempt before the delivery; afterwards the driver or the desk sends the order out again. */
  attempt: { at: Date; again_at: Date; again_by: 'driver' | 'desk'; reason: string } | null;
  /** The delivery time by the driver's device, and the time at which the server receives the delivery. */
  delivered_at: Date;
  recorded_at: Date;
  tender: Tender | null;
  /** The order was cancelled before the delivery, and a manager has reviewed the conflict. */
  conflict: { cancelled_at: Date; reviewed_at: Date; reason: string } | null;
};

export type Handing = {
  driver: number;
  amount_fils: number;
  machine: string | null;
  at: Date;
  /** The decisions of an end of day about goods. */
  goods: readonly PlannedGoods[];
  /** The choice about the difference of an end of day. */
  difference_choice: 'short_or_over' | null;
};

export type HistoryDay = {
  index: number;
  orders: HistoryOrder[];
  float: { amount_fils: number; out_at: Date; back_at: Date };
  starts: Handing[];
  ends: Handing[];
  /** Collections by the manager from a driver, or from the admin if `driver` is null. */
  collections: { driver: number | null; amount_fils: number; at: Date }[];
  deposit: { amount_fils: number; at: Date; notes: string } | null;
  adjustment: { driver: number; amount_fils: number; at: Date; reason: string } | null;
  leaves_at: Date | null;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns a time on the day before the history, at which shop, staff and their cash are created. */
export function beforeHistory(now: Date, days = HISTORY_DAYS): Date {
  return new Date(dubaiMidnight(now) - (days + 1) * DAY_MS + 10 * 60 * MINUTE_MS);
}

/** The balances at the end of a day. */
type Left = {
  with_driver: Map<number, number>;
  with_manager_fils: number;
  joseph_has_his: boolean;
  kept: KeptGoods;
};

/** Plans the days before the day of `now`, oldest first. */
export function planHistory(now: Date, days = HISTORY_DAYS): { days: HistoryDay[]; joseph_has_his: boolean } {
  const today = dubaiMidnight(now);
  let left: Left = { with_driver: new Map(), with_manager_fils: 0, joseph_has_his: true, kept: new Map() };
  const planned: HistoryDay[] = [];
  for (let index = 0; index < days; index += 1) {
    const [day, after] = planDay(index, days, today - (days - index) * DAY_MS, left);
    planned.push(day);
    left = after;
  }
  return { days: planned, joseph_has_his: left.joseph_has_his };
}

function planDay(index: number, days: number, midnight: number, left: Left): [HistoryDay, Left] {
  const at = (hour: number, minute: number) => new Date(midnight + (hour * 60 + minute) * MINUTE_MS);
  const is_friday = new Date(midnight + DAY_MS / 2).getUTCDay() === 5;
  const workers = workersOf(index, is_friday, days);
  const orders = planOrders(index, days, midnight, is_friday, workers);
  const opening = new Map(left.with_driver);
  const adjustment = index === 1 ? adjustmentOf(opening, at(8, 20)) : null;
  if (adjustment) opening.set(adjustment.driver, 0);

  const starting = workers.filter((driver) => driver !== BILAL);
  const starts = starting.map((driver, place): Handing => {
    const has_his = driver === JOSEPH && left.joseph_has_his;
    const amount_fils = driver === JOSEPH ? (has_his ? 0 : JOSEPHS_FILS) : FLOAT_FILS;
    return { driver, amount_fils, machine: MACHINES[driver] ?? null, at: at(7, 45 + place), ...UNDECIDED };
  });
  const noon = at(15, 30);
  const collections: HistoryDay['collections'] = starting.slice(0, 2).flatMap((driver, place) => {
    const amount_fils = Math.floor(cashOf(orders, driver, noon) / 5_000) * 5_000;
    return amount_fils === 0 ? [] : [{ driver, amount_fils, at: at(15, 31 + place) }];
  });
  const collectedFrom = (driver: number) =>
    collections.find((collection) => collection.driver === driver)?.amount_fils ?? 0;
  const closing = new Map(opening);
  const ends = starts.map(({ driver, amount_fils, machine }, place): Handing => {
    const given_fils = driver === JOSEPH ? JOSEPHS_FILS : amount_fils;
    const cash_fils = cashOf(orders, driver) - collectedFrom(driver);
    const held_fils = (opening.get(driver) ?? 0) + given_fils + cash_fils;
    const is_short = index === days - 1 && place === 0;
    const difference_fils = is_short ? -SHORTAGE_FILS : differenceOf(index, place, driver);
    closing.set(driver, is_short ? 0 : -difference_fils);
    const decided = {
      goods: goodsAtEnd(driver, orders, left.kept),
      difference_choice: is_short ? ('short_or_over' as const) : null,
    };
    return { driver, amount_fils: held_fils + difference_fils, machine, at: at(21, 20 + place), ...decided };
  });
  const bilals_fils = workers.includes(BILAL) ? cashOf(orders, BILAL) : 0;
  if (bilals_fils > 0) collections.push({ driver: BILAL, amount_fils: bilals_fils, at: at(21, 40) });
  const floats = starts.filter(({ driver }) => driver !== JOSEPH);
  const float_fils = floats.length * FLOAT_FILS;
  const received_fils = ends.reduce((sum, { amount_fils }) => sum + amount_fils, 0);
  const takings_fils = received_fils - float_fils - (starting.includes(JOSEPH) ? JOSEPHS_FILS : 0);
  if (takings_fils > 0) collections.push({ driver: null, amount_fils: takings_fils, at: at(21, 50) });

  const deposit =
    is_friday || left.with_manager_fils === 0
      ? null
      : { amount_fils: left.with_manager_fils, at: at(11, 15), notes: NOTES[index % NOTES.length] ?? '' };
  const collected_fils = collections.reduce((sum, { amount_fils }) => sum + amount_fils, 0);
  const day: HistoryDay = {
    index,
    orders,
    float: { amount_fils: float_fils, out_at: at(7, 30), back_at: at(22, 5) },
    starts,
    ends,
    collections,
    deposit,
    adjustment,
    leaves_at: index === Math.min(6, days - 1) ? at(22, 30) : null,
  };
  const after: Left = {
    with_driver: closing,
    with_manager_fils: left.with_manager_fils - (deposit?.amount_fils ?? 0) + collected_fils,
    joseph_has_his: left.joseph_has_his && !starting.includes(JOSEPH),
    kept: keptAfter(ends, left.kept),
  };
  return [day, after];
}

/** A start of day decides neither about goods nor about a difference. */
const UNDECIDED = { goods: [], difference_choice: null } as const;

/** The difference of the last day's first end of day, which both signed as short. */
const SHORTAGE_FILS = 4_000;

const NOTES = [
  'Branch in Al Barsha',
  'إيداع من جهاز الصراف، فرع دبي مارينا',
  'Cash machine at the mall, counted twice',
  'فرع البرشاء، مع إيصال البنك',
];

/** Each driver has one of five days off; on Fridays every second driver works. */
function workersOf(index: number, is_friday: boolean, days: number): number[] {
  const has_left = index > Math.min(6, days - 1);
  const everybody = Array.from({ length: JOSEPH + 1 }, (_, driver) => driver);
  return everybody.filter((driver) => {
    if (driver === FORMER_DRIVER) return !has_left;
    if (driver === BILAL) return !is_friday;
    return (driver + index) % 5 !== 4 && (!is_friday || (driver + index) % 2 === 0);
  });
}

/** The reasons of attempts that a second one repairs on the same day. */
const REASONS = ['nobody_home', 'no_money', 'wrong_address', 'unreachable'];

/** Deliveries by hour, from nine in the morning. */
const BY_HOUR = [2, 3, 4, 6, 6, 4, 3, 3, 5, 7, 7, 4];
const ALL_HOURS = BY_HOUR.reduce((sum, many) => sum + many, 0);

/** Returns the minute of the day at which this share of a day's deliveries is done. */
function minuteOf(share: number): number {
  let before = 0;
  for (const [hour, many] of BY_HOUR.entries()) {
    const within = (share * ALL_HOURS - before) / many;
    if (within <= 1) return Math.round((9 + hour + within) * 60);
    before += many;
  }
  return 21 * 60;
}

function planOrders(
  index: number,
  days: number,
  midnight: number,
  is_friday: boolean,
  workers: readonly number[],
): HistoryOrder[] {
  const minutes = (count: number) => new Date(midnight + count * MINUTE_MS);
  const delivered = is_friday ? 30 + (index % 4) : 40 + ((index * 7) % 17);
  const cancelled = 1 + (index % 2);
  const orderOf = (
    place: number,
    out_minute: number,
    outcome: (purchase: Purchase, arrival_minute: number) => HistoryOrder['outcome'],
  ) => {
    const purchase = purchaseOf(1_000 + index * 97 + place);
    const by = place % 5 === 3 && out_minute > 11 * 60 ? 'webhook' : 'export';
    const arrival_minute =
      by === 'webhook' ? out_minute - 35 - (place % 20) : out_minute > 14 * 60 ? 750 : 425;
    return {
      order_number: String(9_200 + index * 64 + place),
      purchase,
      ordered_at: minutes(by === 'webhook' ? arrival_minute : arrival_minute - 15 - ((place * 41) % 500)),
      arrival: { by, at: minutes(arrival_minute) },
      outcome: outcome(purchase, arrival_minute),
    } satisfies HistoryOrder;
  };
  const deliveries = Array.from({ length: delivered }, (_, place) => {
    const door_minute = minuteOf((place + 0.5) / delivered);
    const out_minute = Math.max(door_minute - 12 - ((place * 7) % 30), 8 * 60 + 10);
    const is_late = place % 13 === 5;
    const recorded_minute = is_late
      ? Math.min(door_minute + 80 + ((place * 17) % 160), 21 * 60 + 10)
      : door_minute;
    // Only drivers who work on this day deliver.
    const driver = workers[(place * 5 + index) % workers.length] ?? 0;
    const is_attempted = !is_late && place % 13 === 2 && door_minute - out_minute > 10;
    const is_conflict = index === Math.min(4, days - 1) && place === 20;
    return orderOf(place, out_minute, ({ payment_method }) => ({
      driver,
      out_at: minutes(out_minute),
      sets_out: place % 10 === 1,
      attempt: is_attempted
        ? {
            at: minutes(out_minute + 4),
            again_at: minutes(out_minute + 8),
            again_by: place % 2 === 0 ? 'driver' : 'desk',
            reason: REASONS[(index + place) % REASONS.length] ?? 'unreachable',
          }
        : null,
      delivered_at: minutes(door_minute),
      recorded_at: minutes(recorded_minute),
      tender: tenderOf(payment_method, MACHINES[driver] ?? null),
      conflict: is_conflict
        ? {
            cancelled_at: minutes(door_minute - 3),
            reviewed_at: minutes(recorded_minute + 45),
            reason: 'She had called too late and kept the goods. تم الاتفاق مع الزبونة',
          }
        : null,
    }));
  });
  const cancellations = Array.from({ length: cancelled }, (_, place) =>
    orderOf(delivered + place, (12 + place * 5) * 60, (_purchase, arrival_minute) => ({
      cancelled_at: minutes(arrival_minute + 40),
    })),
  );
  // These drivers end every working day with a handover and do not leave the shop.
  const ending = workers.filter((driver) => driver < FORMER_DRIVER);
  const undelivered = planUndelivered(index, days, ending, minutes).map((plan, place) =>
    orderOf(delivered + cancelled + place, OUT_MINUTE + place, () => ({ undelivered: plan })),
  );
  return [...deliveries, ...cancellations, ...undelivered];
}

function tenderOf(payment_method: Purchase['payment_method'], machine: string | null): Tender | null {
  if (payment_method === 'online') return null;
  return payment_method === 'card' && machine !== null ? 'card_machine' : 'cash';
}

/** Returns the cash that a driver has collected in deliveries recorded before `until`, in fils. */
function cashOf(orders: readonly HistoryOrder[], driver: number, until = new Date(8.64e15)): number {
  const taken = orders.filter(
    ({ outcome }) =>
      'driver' in outcome &&
      outcome.driver === driver &&
      outcome.tender === 'cash' &&
      outcome.recorded_at < until,
  );
  return taken.reduce((sum, { purchase }) => sum + purchase.total_amount_fils, 0);
}

/** Every second day a driver hands in too little or too much, and settles it at the next end of day. */
function differenceOf(index: number, place: number, driver: number): number {
  if (driver === JOSEPH || driver === FORMER_DRIVER || index % 2 !== 0 || place !== 1 + (index % 3)) return 0;
  return index % 4 === 0 ? -1_250 - index * 25 : 300 + index * 50;
}

function adjustmentOf(opening: ReadonlyMap<number, number>, at: Date): HistoryDay['adjustment'] {
  const [short] = [...opening].filter(([, fils]) => fils > 0);
  if (!short) return null;
  const reason = 'Change given twice at a door, written off. أعاد الباقي مرتين للزبون';
  return { driver: short[0], amount_fils: -short[1], at, reason };
}
