import type { OwnDelivery } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import type { ListedCorrection } from '../../../contract/schemas/corrections.ts';
import { useCommandEntries } from '../../commands/use-entries.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { useNow } from '../../ui/use-now.ts';
import { type OwnCorrectable, recordedCorrectable } from './own-correctable.ts';

const TICK_MS = 60_000;

type Listed = readonly Pick<ListedCorrection, 'id'>[];

/**
 * True while the user has a correction of this delivery on the device that is not decided, or one that is
 * done but not among those listed yet.
 */
export function useIsCorrecting(): (delivery_command_id: string, listed: Listed) => boolean {
  const entries = useCommandEntries('correct_delivery');
  return (command_id, listed) =>
    entries.some((entry) => entry.subject === command_id && (isUnsent(entry) || isUnlisted(entry, listed)));
}

function isUnlisted({ answer }: OutboxEntry<'correct_delivery'>, listed: Listed): boolean {
  return answer !== null && !listed.some(({ id }) => id === answer.correction_id);
}

/**
 * Returns the facts that the correction of a delivery needs. Null if it cannot be corrected here: it is not
 * of today and its cash is not with the driver any more, or another correction is not decided yet.
 */
export function useCorrectable(delivery: OwnDelivery): OwnCorrectable | null {
  const time_zone = useTimeZone();
  const now_ms = useNow(TICK_MS);
  const isCorrecting = useIsCorrecting();
  const found = recordedCorrectable(delivery);
  const { correctable, delivered_at } = delivery;
  if (!found || !correctable || isCorrecting(found.command_id, correctable.corrections)) return null;
  if (correctable.corrections.some(({ state }) => state === 'pending')) return null;
  const is_today = dayOf(delivered_at, time_zone) === dayOf(new Date(now_ms), time_zone);
  return is_today || !found.handed_in ? found : null;
}
