import { t } from '@lingui/core/macro';
import { isDelivery, type OutboxEntry } from '../../offline/outbox-entry.ts';
import type { OutboxToast } from '../command.ts';
import { messagesOf } from '../commands.ts';

export type Announcement = { key: string; toasts: OutboxToast[] };

/**
 * Returns the toasts about an entry in its current state, under a key that changes with them; null if there
 * are none, or while the command's texts are not loaded. A missing response is no failure: the form shows it,
 * not a toast (ruling E3).
 */
export function announcementOf(entry: OutboxEntry): Announcement | null {
  const { answer, attempts, files, fulfilment, last_error, problem } = entry;
  const words = messagesOf(entry.endpoint);
  if (!words) return null;
  switch (entry.state) {
    case 'done':
      if (fulfilment === 'pending' || !answer) return null;
      return { key: 'done', toasts: words.done(entry, answer) };
    case 'refused': {
      const stage = files.find((file) => file.stage === problem?.stage)?.stage ?? null;
      return announcement('refused', words.failed(stage, problem));
    }
    case 'held':
      // Nothing was uploaded, so nothing failed (ruling H2).
      if (isNotSent(entry)) return announcement(`offline ${attempts}`, notSent());
      // Announced after every press that failed.
      return announcement(
        `held ${attempts}`,
        words.failed(last_error?.stage ?? null, last_error?.problem ?? null),
      );
    case 'sign_in':
      return null;
    default: {
      // The toast for an unexpected error at a delivery does not claim that nothing was recorded.
      if (!last_error || (entry.state === 'unknown' && !isDelivery(entry))) return null;
      const { stage, problem: failure } = last_error;
      if (stage === null && failure?.code !== 'unexpected') return null;
      // Announced once, while attempts continue to fail in the same way.
      return announcement(`failed ${stage ?? failure?.code}`, words.failed(stage, failure));
    }
  }
}

/** Returns true if an entry waits for a press because the device was offline at the last one. */
export function isNotSent({ state, last_error }: Pick<OutboxEntry, 'state' | 'last_error'>): boolean {
  return state === 'held' && last_error?.stage === null && last_error.problem === null;
}

function notSent(): OutboxToast {
  return {
    kind: 'warning',
    title: t`Not sent: no connection`,
    description: t`Nothing was recorded. Your input is kept. Press again when the connection is back.`,
  };
}

function announcement(key: string, toast: OutboxToast | null): Announcement | null {
  return toast && { key, toasts: [toast] };
}
