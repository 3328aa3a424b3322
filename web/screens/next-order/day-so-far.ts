import { dayOf } from '../../../contract/rules/dates/dates.ts';
import {
  type CashWithDriver,
  cashWithDriver,
  entriesSince,
  type KnownFigures,
} from '../../commands/cash/cash-with-driver.ts';
import type { DeliveryEntry, OutboxEntry } from '../../offline/outbox-entry.ts';

export type DaySoFar = { delivered: number; of: number; cash: CashWithDriver };

type Known = {
  /** The server's last response and its time by this device's clock; undefined before the first one. */
  read: KnownFigures;
  /** The driver's own deliveries on this device. */
  deliveries: readonly DeliveryEntry[];
  /** The driver's payments of amounts owed on this device. */
  payments: readonly OutboxEntry<'collect_owed'>[];
  /** The number of remaining stops. */
  left: number;
  now: Date;
  time_zone: string;
};

/**
 * Returns the driver's deliveries and cash of today: the server's figures plus later events on this device.
 */
export function daySoFar({ read, deliveries, payments, left, now, time_zone }: Known): DaySoFar {
  const today = dayOf(now, time_zone);
  const known_today = read && dayOf(read.as_of, time_zone) === today ? read.statistics.deliveries_today : 0;
  const since = entriesSince(deliveries, read);
  const here = since.filter((one) => counts(one) && dayOf(deliveredAt(one), time_zone) === today).length;
  const delivered = known_today + here;
  return {
    delivered,
    of: delivered + left,
    cash: cashWithDriver(read, [...since, ...entriesSince(payments, read)]),
  };
}

/** A delivery recorded with a conflict is not counted, though its cash is (ruling A9). */
function counts({ answer }: DeliveryEntry): boolean {
  return answer === null || answer.outcome === 'delivered';
}

function deliveredAt({ occurred_at, clock_offset_ms }: DeliveryEntry): Date {
  return new Date(Date.parse(occurred_at) + clock_offset_ms);
}
