import { t } from '@lingui/core/macro';
import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { sendNow } from '../../commands/this-device.ts';
import { useOwnEntries } from '../../commands/use-entries.ts';
import { isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { thisTab } from '../../world/this-tab.ts';
import { pause } from '../../world/waiting.ts';
import { outcomeOf, type Press, type PressOutcome, pressOn } from './press-outcome.ts';

/** Without a connection it fails at once, and a press shall be felt. */
const FELT_MS = 500;

/** It goes out by itself once it can: not what waits for its maker to press again or to sign in. */
export function isSendable(entry: OutboxEntry): boolean {
  return isUnsent(entry) && entry.state !== 'held' && entry.state !== 'sign_in';
}

export type Sending = { busy: boolean; words: string | null; press: () => void };

/**
 * Sends these now, and tells what comes of it. The sender keeps the order of the device whatever is pressed: those made before go first, and it goes on with
 * those made after.
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
    words: busy || outcome === null ? null : outcomeWords(outcome),
    press: () => void run(send),
  };
}

function outcomeWords(outcome: Exclude<PressOutcome, 'sending'>): string {
  switch (outcome) {
    case 'no_connection':
      return t`No connection. What waits is sent by itself as soon as there is one.`;
    case 'not_taken':
      return t`The server could not take it now. It is sent again by itself.`;
    case 'behind_another':
      return t`What was made before has to be sent first.`;
  }
}

type Props = {
  sending: Sending;
  /** What it sends; without, all that waits. */
  what?: string;
};

/** Keeps the focus while it sends: whoever works by keyboard stands where he was. */
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
