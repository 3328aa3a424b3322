import type { Statistics } from '../../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { type DeliveryEntry, isUnsent } from '../../offline/outbox-entry.ts';
import { unsentCash } from './unsent-cash.ts';

/** The server's last figures and their time by this device's clock; undefined before the first response. */
export type KnownFigures = { statistics: Statistics; as_of: Date } | undefined;

/**
 * In fils. `total_fils` is null while the posted balance is unknown; the other two amounts are parts of it.
 */
export type CashWithDriver = { total_fils: number | null; waiting_to_post_fils: number; unsent_fils: number };

/** Returns the deliveries of this device that the server's figures do not contain yet. */
export function deliveriesSince(
  deliveries: readonly DeliveryEntry[],
  read: KnownFigures,
): readonly DeliveryEntry[] {
  return deliveries.filter((one) => isUnsent(one) || isNewerThan(one, read?.as_of));
}

/**
 * Sums the posted cash, the pending cash, and the cash recorded after the server's figures or not sent yet
 * (`since`).
 */
export function cashWithDriver(read: KnownFigures, since: readonly DeliveryEntry[]): CashWithDriver {
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
function isNewerThan({ state, decided_at }: DeliveryEntry, as_of: Date | undefined): boolean {
  return state === 'done' && (as_of === undefined || (decided_at ?? 0) > as_of.getTime());
}
