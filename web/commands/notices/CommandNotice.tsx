import { t } from '@lingui/core/macro';
import { CircleAlert, CircleHelp, CloudOff, CloudUpload, LogIn, type LucideIcon } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Noticed } from '../command.ts';
import { deviceOutbox, sendAgain, sendNow } from '../this-device.ts';
import { useMessagesOf } from '../use-messages.ts';
import { FailedRequest } from './FailedRequest.tsx';
import { SendingLine } from './SendingLine.tsx';
import type { NoticeStanding, Standing } from './standing.ts';

/** The icon of each standing. */
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
  /** For a held command: opens its form for changes, instead of trying again or discarding it here. */
  onChange?: () => void;
  /** Identifies the command. */
  children?: ReactNode;
  /** The command's content, shown below the text. */
  carries?: ReactNode;
};

/** The notice about a command that is neither certainly recorded nor editable, with its upload progress. */
export function CommandNotice({ standing, ...of }: Props) {
  if (standing === 'busy') return <SendingLine command_id={of.entry.command_id} />;
  if (!isNoticed(standing)) return null;
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <NoticeAbout {...of} standing={standing} />
    </Suspense>
  );
}

function NoticeAbout({ entry, standing, onChange, children, carries }: Props & { standing: NoticeStanding }) {
  const notice = useMessagesOf(entry.endpoint).notices(entry)[standing];
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
      <SendingLine command_id={entry.command_id} />
    </Notice>
  );
}

export function isNoticed(standing: Standing): standing is NoticeStanding {
  return standing !== 'open' && standing !== 'busy' && standing !== 'done';
}

/** Returns the buttons for the command's user. */
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
