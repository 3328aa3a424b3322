import { t } from '@lingui/core/macro';
import { CalendarClock } from 'lucide-react';
import { formatDateTime } from '../../contract/rules/dates.ts';
import { clockOffsetMs } from '../api/this-page.ts';
import { announcedEnd } from '../session/session-end.ts';
import { useSession } from '../session/use-session.ts';
import { thisTab } from '../world/this-tab.ts';

/** Says in the last days of a session when it ends, so that nobody is signed out in the middle of a tour (ruling G8). */
export function SessionEndLine({ time_zone }: { time_zone: string }) {
  const { session } = useSession();
  const ends = announcedEnd(session, thisTab.now(), clockOffsetMs());
  return (
    <div role="status">
      {ends && (
        <p className="flex items-center gap-2 border-line border-b bg-warn-soft px-4 py-2 text-sm text-warn md:px-8">
          <CalendarClock size={18} className="shrink-0" />
          {t`You will be signed out on ${formatDateTime(ends, time_zone)}. Sign out and in again before then, when it suits you.`}
        </p>
      )}
    </div>
  );
}
