import { CircleAlert, CircleHelp, LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { WHETHER_RECORDED } from '../api/unknown-outcome.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

type Props = {
  /** As in 'This collection was not recorded'. */
  what: string;
  state: 'unknown' | 'needs_manager' | 'sign_in' | 'held' | 'refused';
  /** Why it was refused. */
  refusal?: string | null;
  onSendNow: () => void;
  /** Held: sends the same command once more. */
  onSendAgain: () => void;
  /** Held or refused: forgets it. */
  onDiscard: () => void;
  /** Which one it is. */
  children?: ReactNode;
};

/** Where a command stands that is neither recorded for certain nor in anybody's hands (ruling E3). */
export function CommandNotice({ what, state, refusal, onSendNow, onSendAgain, onDiscard, children }: Props) {
  switch (state) {
    case 'unknown':
    case 'needs_manager':
      return (
        <Notice
          tone="warn"
          icon={<CircleHelp {...ICON} />}
          title={WHETHER_RECORDED[state].title}
          action={
            <Button variant="secondary" onClick={onSendNow}>
              Send now
            </Button>
          }
        >
          {children}
          <p>{WHETHER_RECORDED[state].text}</p>
        </Notice>
      );
    case 'sign_in':
      return (
        <Notice tone="warn" icon={<LogIn {...ICON} />} title="Waiting for you to sign in again">
          {children}
          <p>It is kept on this device and is sent once you have signed in.</p>
        </Notice>
      );
    case 'held':
      return (
        <Notice
          tone="warn"
          icon={<CircleAlert {...ICON} />}
          title={`This ${what} is not recorded`}
          action={
            <>
              <Button variant="secondary" onClick={onSendAgain}>
                Try again
              </Button>
              <Button variant="quiet" onClick={onDiscard}>
                Discard
              </Button>
            </>
          }
        >
          {children}
          <p>It is kept on this device until you try again or discard it.</p>
        </Notice>
      );
    case 'refused':
      return (
        <Notice
          tone="danger"
          icon={<CircleAlert {...ICON} />}
          title={`This ${what} was not recorded`}
          action={
            <Button variant="secondary" onClick={onDiscard}>
              Dismiss
            </Button>
          }
        >
          {children}
          {refusal && <p>{refusal}</p>}
        </Notice>
      );
  }
}
