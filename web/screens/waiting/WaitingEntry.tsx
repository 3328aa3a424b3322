import { t } from '@lingui/core/macro';
import { Check, Clock, CloudUpload, type LucideIcon } from 'lucide-react';
import { formatDateTime, formatTime } from '../../../contract/rules/dates/dates.ts';
import type { About, Notices } from '../../commands/command.ts';
import { actionsOf, isNoticed, STANDING_ICONS } from '../../commands/notices/CommandNotice.tsx';
import { FailedRequest } from '../../commands/notices/FailedRequest.tsx';
import { SendingLine } from '../../commands/notices/SendingLine.tsx';
import type { Standing } from '../../commands/notices/standing.ts';
import { useStanding } from '../../commands/use-entries.ts';
import { useMessagesOf } from '../../commands/use-messages.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { tenderText } from '../../messages/order-messages.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatAge } from './format-age.ts';
import { isSendable, SendNowButton, useSendNow } from './SendNow.tsx';
import { sentFiles, sentFileText } from './sent-files.ts';

const DAY_MS = 24 * 3_600_000;

/** One command that is not recorded: its subject, its state and the available actions. */
export function WaitingEntry({ entry, now }: { entry: OutboxEntry; now: number }) {
  const standing = useStanding(entry);
  const messages = useMessagesOf(entry.endpoint);
  const about = messages.about(entry);
  return (
    <li>
      <article
        ref={leaveFocusToHeading}
        aria-label={about.what}
        className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4"
      >
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <h4 className="wrap-anywhere font-semibold">{about.what}</h4>
            {about.who !== null && (
              <p className="wrap-anywhere">
                <bdi>{about.who}</bdi>
              </p>
            )}
          </div>
          <Amount about={about} />
        </div>
        <p className="text-muted text-sm">{createdText(entry, now, useTimeZone())}</p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
          {sentFiles(entry).map((file) => (
            <li key={file.stage} className="flex items-center gap-1.5">
              {file.sent ? (
                <Check size={16} className="shrink-0 text-done" />
              ) : (
                <Clock size={16} className="shrink-0" />
              )}
              {sentFileText(file)}
            </li>
          ))}
        </ul>
        <State entry={entry} standing={standing} what={about.what} notices={messages.notices(entry)} />
        <FailedRequest request_id={entry.failed_request_id} />
        <SendingLine command_id={entry.command_id} />
      </article>
    </li>
  );
}

/**
 * When the entry is removed while it contains the focus, moves the focus to the heading, which shows the
 * number of remaining entries.
 */
function leaveFocusToHeading(article: HTMLElement | null) {
  return () => {
    if (article?.contains(document.activeElement))
      document.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  };
}

function Amount({ about: { amount_fils, tender } }: { about: About }) {
  if (amount_fils === null) return null;
  if (tender === null) return <p className="text-muted text-sm">{t`Nothing collected`}</p>;
  return (
    <p className="text-end">
      <Money amount_fils={amount_fils} className="text-section" />
      {tender && <span className="block text-muted text-sm">{tenderText(tender)}</span>}
    </p>
  );
}

/** The time is the shop's, as it will be recorded; the age is by the device's own clock. */
function createdText({ occurred_at, clock_offset_ms }: OutboxEntry, now: number, time_zone: string): string {
  const pressed_ms = Date.parse(occurred_at);
  const at = new Date(pressed_ms + clock_offset_ms);
  const age_ms = now - pressed_ms;
  return formatAge(age_ms < DAY_MS ? formatTime(at, time_zone) : formatDateTime(at, time_zone), age_ms);
}

type StateProps = { entry: OutboxEntry; standing: Standing; what: string; notices: Notices };

/** The command's own notice; the text common to all pending entries is shown once, above the list. */
function State({ entry, standing, what, notices }: StateProps) {
  const sending = useSendNow([entry]);
  const noticed = isNoticed(standing) ? standing : null;
  const notice = noticed && notices[noticed];
  const Icon: LucideIcon = noticed ? STANDING_ICONS[noticed] : CloudUpload;
  const has_text = notice && noticed !== 'waiting';
  const sendable = isSendable(entry);
  const on_its_way = { ...sending, busy: sending.busy || standing === 'busy' };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p
          role="status"
          className={classNames(
            'flex min-w-0 flex-[1_1_11rem] items-start gap-2 font-medium',
            toneOf(standing),
          )}
        >
          <Icon size={18} className="mt-0.5 shrink-0" />
          {notice?.title ?? sendingText(entry)}
        </p>
        {sendable ? (
          <SendNowButton sending={on_its_way} what={what} />
        ) : (
          noticed && <div className="flex flex-wrap gap-2">{actionsOf(entry.command_id, noticed)}</div>
        )}
      </div>
      {/* Below the button, which must not move under the user's thumb when this appears. */}
      <div role="status" className="flex flex-col gap-2 text-sm empty:hidden">
        {has_text && notice.text && <p>{notice.text}</p>}
        {sendable && sending.words && <p className="font-medium text-warn">{sending.words}</p>}
      </div>
    </>
  );
}

function toneOf(standing: Standing): string {
  if (standing === 'refused') return 'text-danger';
  return standing === 'waiting' || standing === 'busy' ? 'text-muted' : 'text-warn';
}

function sendingText({ state, stage }: OutboxEntry): string {
  if (state !== 'sending') return t`Waiting to be sent`;
  return stage === 'photo' ? t`Sending photo` : t`Sending`;
}
