import type { Statistics } from '../../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { type DeliveryEntry, isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { unsentCash } from './unsent-cash.ts';

type Payment = OutboxEntry<'collect_owed'>;
type Decision = Pick<OutboxEntry, 'state' | 'decided_at'>;

/** The server's last figures and their time by this device's clock; undefined before the first response. */
export type KnownFigures = { statistics: Statistics; as_of: Date } | undefined;

/**
 * In fils. `total_fils` is null while the posted balance is unknown; the other two amounts are parts of it.
 */
export type CashWithDriver = { total_fils: number | null; waiting_to_post_fils: number; unsent_fils: number };

/** Returns the commands of this device that the server's figures do not contain yet. */
export function entriesSince<E extends Decision>(entries: readonly E[], read: KnownFigures): readonly E[] {
  return entries.filter((one) => isUnsent(one) || isRecordedAfter(one, read?.as_of));
}

/**
 * Sums the posted cash, the pending cash, and the cash recorded after the server's figures or not sent yet
 * (`since`).
 */
export function cashWithDriver(
  read: KnownFigures,
  since: readonly (DeliveryEntry | Payment)[],
): CashWithDriver {
  const unsent_fils = unsentCash(since);
  const answered = since.flatMap((one) =>
    one.endpoint === 'collect_owed' ? bookedOf(one) : (one.answer?.cash ?? []),
  );
  const sum = (posted: boolean) =>
    answered.reduce((all, { success, amount_fils }) => (success === posted ? all + amount_fils : all), 0);
  const waiting_to_post_fils = (read?.statistics.waiting_fils ?? 0) + sum(false);
  const posted_fils = read?.statistics.cash_on_hand_fils ?? null;
  const total_fils =
    posted_fils === null ? null : posted_fils + sum(true) + waiting_to_post_fils + unsent_fils;
  return { total_fils, waiting_to_post_fils, unsent_fils };
}

/** Returns the cash that a later payment has added to the posted balance. */
const bookedOf = ({ state, input }: Payment) =>
  state === 'done' ? [{ success: true, amount_fils: input.taken.cash_fils }] : [];

/** Returns whether the command was recorded after the server returned what was read at `as_of`. */
export function isRecordedAfter({ state, decided_at }: Decision, as_of: Date | null | undefined): boolean {
  return state === 'done' && (!as_of || (decided_at ?? 0) > as_of.getTime());
}
