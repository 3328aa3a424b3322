import { t } from '@lingui/core/macro';
import type { OutboxEntry } from '../offline/outbox-entry.ts';
import type { OutboxToast } from './command.ts';
import { commandOf } from './commands.ts';

export type Announcement = { key: string; toasts: OutboxToast[] };

/**
 * Returns the toasts about an entry as it is now, under a key that changes with them; null if there are none. No response is no failure:
 * then the form says so, not a toast (ruling E3). `online`: while the device is offline, nothing has failed (ruling H2).
 */
export function announcementOf(entry: OutboxEntry, online = true): Announcement | null {
  const { answer, attempts, files, fulfilment, last_error, problem } = entry;
  const has_no_response = last_error?.problem === null;
  const { words } = commandOf(entry.endpoint);
  switch (entry.state) {
    case 'done':
      if (fulfilment === 'pending' || !answer) return null;
      return { key: 'done', toasts: words.done(entry, answer) };
    case 'refused': {
      const stage = files.find((file) => file.stage === problem?.stage)?.stage ?? null;
      return saying('refused', words.failed(stage, problem));
    }
    case 'held':
      if (has_no_response && (last_error.stage === null || !online)) {
        return saying(`${NOT_SENT} ${attempts}`, notSent());
      }
      // Said after every press that came to nothing.
      return saying(`held ${attempts}`, words.failed(last_error?.stage ?? null, last_error?.problem ?? null));
    case 'sign_in':
      return null;
    default: {
      // What is said of an unexpected error at a delivery does not claim that nothing was recorded.
      if (!last_error || (entry.state === 'unknown' && entry.endpoint !== 'confirm_delivery')) return null;
      const { stage, problem: failure } = last_error;
      if (has_no_response && !online) return null;
      if (stage === null && failure?.code !== 'unexpected') return null;
      // Said once: attempts that go on failing in the same way say nothing more.
      return saying(`failed ${stage ?? failure?.code}`, words.failed(stage, failure));
    }
  }
}

const NOT_SENT = 'not_sent';

/** Whether the last toast about an entry was that it was not sent for lack of a connection. */
export function isSaidNotSent({ announced }: Pick<OutboxEntry, 'announced'>): boolean {
  return announced?.startsWith(NOT_SENT) === true;
}

function notSent(): OutboxToast {
  return {
    kind: 'warning',
    title: t`Not sent: no connection`,
    description: t`Nothing was recorded. What you entered is kept. Press again when the connection is back.`,
  };
}

function saying(key: string, toast: OutboxToast | null): Announcement | null {
  return toast && { key, toasts: [toast] };
}
