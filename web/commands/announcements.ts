import type { OutboxEntry } from '../offline/outbox-entry.ts';
import type { OutboxToast } from './command.ts';
import { commandOf } from './commands.ts';

export type Announcement = { key: string; toasts: OutboxToast[] };

/**
 * What is to be said about an entry as it is now, under a key that changes when there is something new to say; null while
 * there is nothing. No answer is no failure: then the form speaks, not a toast (ruling E3).
 */
export function announcementOf(entry: OutboxEntry): Announcement | null {
  switch (entry.state) {
    case 'done':
      if (entry.fulfilment === 'pending' || !entry.answer) return null;
      return { key: 'done', toasts: commandOf(entry.endpoint).words.done(entry, entry.answer) };
    case 'refused':
      return refusal(entry);
    case 'held':
      return held(entry);
    case 'queued':
    case 'sending':
      return failure(entry);
    case 'unknown':
      // What is said of an unexpected error at a delivery does not claim that nothing was recorded.
      return entry.endpoint === 'confirm_delivery' ? failure(entry) : null;
    default:
      return null;
  }
}

function refusal(entry: OutboxEntry): Announcement | null {
  const { files, problem } = entry;
  const stage = files.find((file) => file.stage === problem?.stage)?.stage ?? null;
  const toast = commandOf(entry.endpoint).words.failed(stage, problem);
  return toast && { key: 'refused', toasts: [toast] };
}

/** Said after every press that came to nothing. */
function held(entry: OutboxEntry): Announcement | null {
  const { last_error, attempts } = entry;
  const toast = commandOf(entry.endpoint).words.failed(
    last_error?.stage ?? null,
    last_error?.problem ?? null,
  );
  return toast && { key: `held ${attempts}`, toasts: [toast] };
}

/** Said once: attempts that go on failing in the same way say nothing more. */
function failure(entry: OutboxEntry): Announcement | null {
  if (!entry.last_error) return null;
  const { stage, problem } = entry.last_error;
  if (stage === null && problem?.code !== 'unexpected') return null;
  const toast = commandOf(entry.endpoint).words.failed(stage, problem);
  return toast && { key: `failed ${stage ?? problem?.code}`, toasts: [toast] };
}
