import type { Statistics } from '../../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { unsentCash } from '../../commands/cash/unsent-cash.ts';
import { isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';

type Delivery = OutboxEntry<'confirm_delivery'>;

/**
 * In fils. `total_fils` is null while the posted balance is unknown; the other two amounts are parts of it.
 */
export type CashWithDriver = { total_fils: number | null; waiting_to_post_fils: number; unsent_fils: number };

export type DaySoFar = { delivered: number; of: number; cash: CashWithDriver };

type Known = {
  /** The server's last response and its time by this device's clock; undefined before the first one. */
  read: { statistics: Statistics; as_of: Date } | undefined;
  /** The driver's own deliveries on this device. */
  deliveries: readonly Delivery[];
  /** The number of remaining stops. */
  left: number;
  now: Date;
  time_zone: string;
};

/**
 * Returns the driver's deliveries and cash of today: the server's figures plus later events on this device.
 */
export function daySoFar({ read, deliveries, left, now, time_zone }: Known): DaySoFar {
  const today = dayOf(now, time_zone);
  const known_today = read && dayOf(read.as_of, time_zone) === today ? read.statistics.deliveries_today : 0;
  const since = deliveries.filter((one) => isUnsent(one) || isNewerThan(one, read?.as_of));
  const here = since.filter((one) => counts(one) && dayOf(deliveredAt(one), time_zone) === today).length;
  const delivered = known_today + here;
  return { delivered, of: delivered + left, cash: cashWithDriver(read, since) };
}

/**
 * Sums the posted cash, the pending cash, and the cash recorded after the server's figures or not sent yet.
 */
function cashWithDriver(read: Known['read'], since: readonly Delivery[]): CashWithDriver {
  const unsent_fils = unsentCash(since);
  const answered = since.flatMap(({ answer }) => answer?.cash ?? []);
  const sum = (posted: boolean) =>
    answered.reduce((all, { success, amount_fils }) => (success === posted ? all + amount_fils : all), 0);
  const waiting_to_post_fils = (read?.statistics.waiting_fils ?? 0) + sum(false);
  const posted_fils = read?.statistics.cash_on_hand_fils ?? null;
  const total_fils =
    posted_fils === null ? null : posted_fils + sum(true) + waiting_to_post_fils + unsent_fils;
  return { total_fils, waiting_to_post_fils, unsent_fils };
}

/** Returns whether the delivery was recorded after the server returned its figures. */
function isNewerThan({ state, decided_at }: Delivery, as_of: Date | undefined): boolean {
  return state === 'done' && (as_of === undefined || (decided_at ?? 0) > as_of.getTime());
}

/** A delivery recorded with a conflict is not counted, though its cash is (ruling A9). */
function counts({ answer }: Delivery): boolean {
  return answer === null || answer.outcome === 'delivered';
}

function deliveredAt({ occurred_at, clock_offset_ms }: Delivery): Date {
  return new Date(Date.parse(occurred_at) + clock_offset_ms);
}
