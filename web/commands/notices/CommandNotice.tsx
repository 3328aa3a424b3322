import { t } from '@lingui/core/macro';
import { CircleAlert, CircleHelp, CloudOff, CloudUpload, LogIn, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Noticed } from '../command.ts';
import { wordsOf } from '../commands.ts';
import { deviceOutbox, sendAgain, sendNow } from '../this-device.ts';
import { FailedRequest } from './FailedRequest.tsx';
import { SendingLine } from './SendingLine.tsx';
import type { NoticeStanding, Standing } from './standing.ts';

/** What is drawn beside the words of a standing. */
export const STANDING_ICONS: Record<NoticeStanding, LucideIcon> = {
  waiting: CloudOff,
  photo_failed: CloudUpload,
  note_failed: CloudUpload,
  answered_failure: CircleAlert,
  held: CircleAlert,
  unknown: CircleHelp,
  needs_manager: CircleHelp,
  sign_in: LogIn,
  refused: CircleAlert,
};

type Props = {
  entry: Noticed;
  standing: Standing;
  /** Held: lets its form be changed, where that is at hand, in place of trying again or discarding it here. */
  onChange?: () => void;
  /** Which one it is. */
  children?: ReactNode;
  /** What it carries, below the words. */
  carries?: ReactNode;
};

/** Where a command stands that is neither recorded for certain nor in its maker's hands (ruling E3), and how far its files have left. */
export function CommandNotice({ entry, standing, onChange, children, carries }: Props) {
  const sending = <SendingLine command_id={entry.command_id} />;
  if (standing === 'busy') return sending;
  if (!isNoticed(standing)) return null;
  const notice = noticeOf(entry, standing);
  if (!notice) return null;
  return (
    <Notice
      tone={standing === 'refused' ? 'danger' : 'warn'}
      icon={STANDING_ICONS[standing]}
      title={notice.title}
      action={actionsOf(entry.command_id, standing, onChange)}
    >
      {children}
      {notice.text && <p>{notice.text}</p>}
      {carries}
      <FailedRequest request_id={entry.failed_request_id} />
      {sending}
    </Notice>
  );
}

export function isNoticed(standing: Standing): standing is NoticeStanding {
  return standing !== 'open' && standing !== 'busy' && standing !== 'done';
}

/** The command's own words for where it stands; undefined where it has none. */
export function noticeOf(entry: Noticed, standing: NoticeStanding) {
  return wordsOf(entry.endpoint).notices(entry)[standing];
}

/** What its maker can do about it. */
export function actionsOf(command_id: string, standing: NoticeStanding, onChange?: () => void): ReactNode {
  const button = (label: string, onClick: () => void) => (
    <Button variant="secondary" onClick={onClick}>
      {label}
    </Button>
  );
  switch (standing) {
    case 'sign_in':
      return null;
    case 'refused':
      return button(t`Dismiss`, () => void deviceOutbox.discard(command_id));
    case 'held':
      if (onChange) return button(t`Change it`, onChange);
      return (
        <>
          {button(t`Try again`, () => void sendAgain(command_id))}
          <Button variant="quiet" onClick={() => void deviceOutbox.discard(command_id)}>
            {t`Discard`}
          </Button>
        </>
      );
    default:
      return button(t`Send now`, sendNow);
  }
}
