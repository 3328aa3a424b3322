import { t } from '@lingui/core/macro';
import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { sendNow } from '../../commands/this-device.ts';
import { useOwnEntries } from '../../commands/use-entries.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { pause } from '../../environment/timing.ts';
import { isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { outcomeOf, type Press, type PressOutcome, pressOn } from './press-outcome.ts';

/** The shortest busy time, in ms, so that a press is visible even if sending fails at once offline. */
const FELT_MS = 500;

/** Returns whether the entry is sent automatically: not if it needs its user to press again or to sign in. */
export function isSendable(entry: OutboxEntry): boolean {
  return isUnsent(entry) && entry.state !== 'held' && entry.state !== 'sign_in';
}

export type Sending = { busy: boolean; words: string | null; press: () => void };

/**
 * Sends these entries now and reports the outcome. The sender keeps the device's order whatever is pressed:
 * it sends the earlier entries first and continues with the later ones.
 */
export function useSendNow(pressed: readonly OutboxEntry[]): Sending {
  const own = useOwnEntries();
  const [last, setLast] = useState<Press | null>(null);
  const [felt, run] = useBusy();
  const outcome = last && outcomeOf(last, own, pressed);
  const busy = felt || outcome === 'sending';
  const send = () => {
    setLast(pressOn(own));
    sendNow();
    return pause(thisTab.timer, FELT_MS);
  };
  return {
    busy,
    words: busy || outcome === null ? null : outcomeText(outcome),
    press: () => void run(send),
  };
}

function outcomeText(outcome: Exclude<PressOutcome, 'sending'>): string {
  switch (outcome) {
    case 'no_connection':
      return t`No connection. Unsent work is sent automatically once there is one.`;
    case 'not_taken':
      return t`The server could not accept it now. It is sent again automatically.`;
    case 'behind_another':
      return t`Earlier entries have to be sent first.`;
  }
}

type Props = {
  sending: Sending;
  /** The label of the one entry it sends; undefined for all. */
  what?: string;
};

/** The button keeps the focus while it sends, for keyboard users. */
export function SendNowButton({ sending: { busy, press }, what }: Props) {
  const all = what === undefined;
  return (
    <Button
      variant={all ? 'primary' : 'secondary'}
      aria-label={all ? undefined : t`Send now, ${what}`}
      aria-disabled={busy}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : press}
      className={all ? 'min-h-12 max-sm:w-full' : 'min-h-12'}
    >
      {busy ? <Spinner /> : <CloudUpload size={18} />}
      {all ? t`Send all now` : t`Send now`}
    </Button>
  );
}
