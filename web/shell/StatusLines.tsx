import { t } from '@lingui/core/macro';
import { CalendarClock, CloudUpload, type LucideIcon, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import { clockOffsetMs } from '../api/this-page.ts';
import { SendingLine } from '../commands/notices/SendingLine.tsx';
import { useOwnEntries } from '../commands/use-entries.ts';
import { WAITING_PATH } from '../components/dashboard-paths.ts';
import { shortTime } from '../components/short-time.ts';
import { useOldestShown } from '../components/shown-age.ts';
import { thisTab } from '../environment/this-tab.ts';
import { isWork } from '../offline/outbox-entry.ts';
import { announcedEnd } from '../session/session-end.ts';
import { useSession } from '../session/use-session.ts';
import { useOnline } from '../ui/use-online.ts';
import { offlineText, unsentText } from './unsent-messages.ts';

/** Entries are shown as unsent after this time. Shorter ones would move the page under the user's thumb. */
const STILL_MS = 3_000;

/** The only line about the connection, the age of the figures and unsent work, at the top of the page. */
export function ConnectionLine({ time_zone }: { time_zone: string }) {
  const online = useOnline();
  const as_of = useOldestShown();
  const unsent = useOwnEntries().filter((entry) => entry.state !== 'done' && isWork(entry));
  const going = unsent.filter(({ state }) => state !== 'held' && state !== 'refused');
  const still = useHasLasted(online && going.length > 0, STILL_MS);
  const shown = online && !still ? unsent.filter((entry) => !going.includes(entry)) : unsent;
  const text = online ? unsentText(shown) : offlineText(unsent, as_of && shortTime(as_of, time_zone));
  return (
    <StatusLine icon={online ? CloudUpload : WifiOff} text={text}>
      {shown.length > 0 && (
        <Link
          to={WAITING_PATH}
          className="-my-2 inline-flex min-h-11 shrink-0 items-center font-semibold underline underline-offset-4"
        >
          {t`View unsent work`}
        </Link>
      )}
      {shown.map(({ command_id, state }) =>
        state === 'sending' ? <SendingLine key={command_id} command_id={command_id} /> : null,
      )}
    </StatusLine>
  );
}

/** Returns true once `is_so` has been true for `ms`. */
function useHasLasted(is_so: boolean, ms: number): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!is_so) return;
    const endWait = thisTab.timer.after(ms, () => setLasted(true));
    return () => {
      endWait();
      setLasted(false);
    };
  }, [is_so, ms]);
  return lasted;
}

/** Announces the end of a session in its last days, so that no driver is signed out during a tour. */
export function SessionEndLine({ time_zone }: { time_zone: string }) {
  const { session } = useSession();
  const ends = announcedEnd(session, thisTab.now(), clockOffsetMs());
  const text =
    ends &&
    t`You will be signed out on ${formatDateTime(ends, time_zone)}. Sign out and in again before then, when it suits you.`;
  return <StatusLine icon={CalendarClock} text={text} />;
}

/** `text`: paragraphs, or null for no line. */
type LineProps = { icon: LucideIcon; text: string | readonly string[] | null; children?: ReactNode };

/** A line at the top of the page, announced when it appears. */
export function StatusLine({ icon: Icon, text, children }: LineProps) {
  return (
    <div role="status">
      {text && (
        <div className="status-line flex flex-wrap items-center gap-x-3 border-line border-b bg-warn-soft px-4 py-2 text-sm text-warn md:px-8">
          <div className="flex min-w-0 items-center gap-2">
            <Icon size={18} className="shrink-0" />
            <div>
              {[text].flat().map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
          {children}
        </div>
      )}
    </div>
  );
}
