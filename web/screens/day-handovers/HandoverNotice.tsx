import { CircleAlert, CircleHelp, LogIn } from 'lucide-react';
import { WHETHER_RECORDED } from '../../api/unknown-outcome.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/**
 * Where a handover stands. open: being filled in. busy: on its way. held: certainly not recorded, sent again by pressing.
 * unknown: sent, no answer came (ruling E3). needs_manager: as unknown, and the server does not take it any more. sign_in: as unknown, and its maker has to sign in.
 */
export type HandoverState = 'open' | 'busy' | 'held' | 'unknown' | 'needs_manager' | 'sign_in';

type Props = { state: HandoverState; onSendNow: () => void; onTakeBack: () => void };

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function HandoverNotice({ state, onSendNow, onTakeBack }: Props) {
  switch (state) {
    case 'held':
      return (
        <Notice
          tone="warn"
          icon={<CircleAlert {...ICON} />}
          title="This handover is not recorded yet"
          action={
            <Button variant="secondary" onClick={onTakeBack}>
              Change it
            </Button>
          }
        >
          <p>It is kept on this device as it was signed. Press Complete Handover to send it again.</p>
        </Notice>
      );
    case 'unknown':
    case 'needs_manager': {
      const words = WHETHER_RECORDED[state === 'unknown' ? 'unknown' : 'needs_admin'];
      return (
        <Notice
          tone="warn"
          icon={<CircleHelp {...ICON} />}
          title={words.title}
          action={
            <Button variant="secondary" onClick={onSendNow}>
              Send now
            </Button>
          }
        >
          <p>{words.text}</p>
        </Notice>
      );
    }
    case 'sign_in':
      return (
        <Notice tone="warn" icon={<LogIn {...ICON} />} title="Waiting for you to sign in again">
          <p>This handover is kept on this device and is sent once you have signed in.</p>
        </Notice>
      );
    default:
      return null;
  }
}
