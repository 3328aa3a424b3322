import { CircleAlert, CircleHelp, CloudOff, CloudUpload, LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { WHETHER_RECORDED } from '../../api/unknown-outcome.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { DeliveryState } from './delivery-state.ts';

type WaitingState = Exclude<DeliveryState, 'open' | 'busy' | 'refused' | 'done'>;
type Words = { icon: ReactNode; title: string; text: string };

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const WORDS: Record<WaitingState, Words> = {
  waiting: {
    icon: <CloudOff {...ICON} />,
    title: 'Waiting to be sent',
    text: 'This delivery is kept on this device and is sent by itself as soon as there is a connection.',
  },
  photo_failed: {
    icon: <CloudUpload {...ICON} />,
    title: 'The photo is not uploaded yet',
    text: 'The delivery is kept on this device with its photo and is sent again by itself.',
  },
  note_failed: {
    icon: <CloudUpload {...ICON} />,
    title: 'The delivery note is not uploaded yet',
    text: 'The delivery is kept on this device with its files and is sent again by itself.',
  },
  answered_failure: {
    icon: <CircleAlert {...ICON} />,
    title: 'The delivery is not recorded yet',
    text: 'The server could not record it. It is kept on this device and is sent again by itself.',
  },
  unknown: {
    icon: <CircleHelp {...ICON} />,
    ...WHETHER_RECORDED.unknown,
  },
  needs_manager: {
    icon: <CircleHelp {...ICON} />,
    ...WHETHER_RECORDED.needs_manager,
  },
  sign_in: {
    icon: <LogIn {...ICON} />,
    title: 'Waiting for you to sign in again',
    text: 'This delivery is kept on this device and is sent once you have signed in.',
  },
};

export function isWaiting(state: DeliveryState): state is WaitingState {
  return state in WORDS;
}

type Props = {
  /** What delivery it is, where that is not plain. */
  children?: ReactNode;
  state: DeliveryState;
  refusal: string | null;
  onSendNow: () => void;
  onDiscardRefused: () => void;
};

/** Where a confirmed delivery stands while it is neither recorded nor in the driver's hands (ruling E3). */
export function DeliveryNotice({ children, state, refusal, onSendNow, onDiscardRefused }: Props) {
  if (state === 'refused') {
    return (
      <Notice
        tone="danger"
        icon={<CircleAlert {...ICON} />}
        title="This delivery was not recorded"
        action={
          <Button variant="secondary" onClick={onDiscardRefused}>
            Dismiss
          </Button>
        }
      >
        <p>{refusal}</p>
        {children}
      </Notice>
    );
  }
  if (!isWaiting(state)) return null;
  const { icon, title, text } = WORDS[state];
  return (
    <Notice
      tone="warn"
      icon={icon}
      title={title}
      action={
        state !== 'sign_in' && (
          <Button variant="secondary" onClick={onSendNow}>
            Send now
          </Button>
        )
      }
    >
      <p>{text}</p>
      {children}
    </Notice>
  );
}
