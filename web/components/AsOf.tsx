import { t } from '@lingui/core/macro';
import { dayOf, formatDateTime, formatTime } from '../../contract/rules/dates.ts';
import type { EndpointResult, ReadName } from '../api/use-endpoint.ts';
import { thisTab } from '../world/this-tab.ts';
import { useTimeZone } from './open-screen.ts';

/** Says of when the figures are, once newer ones could not be loaded. */
export function AsOf({ as_of }: { as_of: Date }) {
  const time_zone = useTimeZone();
  return (
    <p role="status" className="text-muted text-sm">
      {t`As of ${shortTime(as_of, time_zone)}. Newer figures could not be loaded yet.`}
    </p>
  );
}

type Read = Pick<EndpointResult<ReadName>, 'as_of' | 'from_device' | 'error'>;

/** Marks figures of an earlier visit while newer ones are on their way; stands beside the heading, so that nothing moves. */
export function AsOfMark({ read }: { read: Read }) {
  const time_zone = useTimeZone();
  if (!read.from_device || read.error || !read.as_of) return null;
  return (
    <p role="status" className="text-muted text-sm">
      {t`As of ${shortTime(read.as_of, time_zone)}`}
    </p>
  );
}

/** `14:05`, with its day when that is not today. */
function shortTime(instant: Date, time_zone: string): string {
  const today = dayOf(instant, time_zone) === dayOf(new Date(thisTab.now()), time_zone);
  return today ? formatTime(instant, time_zone) : formatDateTime(instant, time_zone);
}
