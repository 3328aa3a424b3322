import { appendFileSync } from 'node:fs';
import type { Bucket } from '../../contract/rules/storage-paths.ts';

export type Kind = 'delivery' | 'start' | 'end' | 'collection' | 'deposit';

/** A file that a command names, with the hash of the bytes that were sent. */
export type NamedFile = { bucket: Bucket; path: string; sha256: string };

/** A command as its sender knows it. Amounts are fils. */
export type Entry = {
  command_id: string;
  kind: Kind;
  /** The sender's user id. */
  by: string;
  /** The amount handed over, or owed by the customer. */
  amount_fils: number;
  /** The changes of staff balances. */
  cash: readonly { user_id: string; fils: number }[];
  files: readonly NamedFile[];
  /** The number of attempts, and the time of the last one, in ms since the epoch. */
  attempts: number;
  sent_at_ms: number;
  /** The time of the decisive response, in ms since the epoch; null while pending. */
  answered_at_ms: number | null;
  /** The reason of a refusal; null if acknowledged. */
  refusal: string | null;
};

export type NewEntry = Pick<Entry, 'command_id' | 'kind' | 'by' | 'amount_fils' | 'cash' | 'files'>;

export type LoadBook = ReturnType<typeof loadBook>;

/**
 * The load's own book: commands and their responses, in integer fils, without any of the product's
 * arithmetic. `file`: a file to which each line is appended immediately, for later analysis.
 */
export function loadBook(file?: string) {
  const entries = new Map<string, Entry>();
  const waiting = new Set<{ sent_after_ms: number; resolve: (entry: Entry) => void }>();

  function note(what: string, { command_id, kind }: Entry, more: object = {}): void {
    if (file)
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), what, command_id, kind, ...more })}\n`);
  }

  const isAcknowledged = (entry: Entry) => entry.answered_at_ms !== null && entry.refusal === null;

  return {
    /** Adds a command before its first byte is sent. */
    write(made: NewEntry): Entry {
      const entry = { ...made, attempts: 0, sent_at_ms: 0, answered_at_ms: null, refusal: null };
      entries.set(made.command_id, entry);
      note('made', entry, { amount_fils: made.amount_fils });
      return entry;
    },
    sent(entry: Entry): void {
      entry.attempts += 1;
      entry.sent_at_ms = Date.now();
    },
    /** `refusal`: null if acknowledged. */
    answered(entry: Entry, refusal: string | null): void {
      entry.answered_at_ms = Date.now();
      entry.refusal = refusal;
      note(refusal === null ? 'acknowledged' : 'refused', entry, { refusal });
      if (refusal !== null) return;
      for (const one of waiting) {
        if (entry.sent_at_ms < one.sent_after_ms) continue;
        waiting.delete(one);
        one.resolve(entry);
      }
    },
    all: (): Entry[] => [...entries.values()],
    acknowledged: (): Entry[] => [...entries.values()].filter(isAcknowledged),
    /** Returns the pending commands. */
    open: (): Entry[] => [...entries.values()].filter(({ answered_at_ms }) => answered_at_ms === null),
    refused: (): Entry[] => [...entries.values()].filter(({ refusal }) => refusal !== null),
    /** Returns a user's lowest possible balance in fils: acknowledged changes less pending decreases. */
    lowestPossibleBalance(user_id: string): number {
      let held_fils = 0;
      for (const entry of entries.values()) {
        if (entry.refusal !== null) continue;
        for (const { user_id: holder, fils } of entry.cash) {
          if (holder === user_id && (fils < 0 || entry.answered_at_ms !== null)) held_fils += fils;
        }
      }
      return held_fils;
    },
    /**
     * Waits for the first acknowledged command whose last attempt was at `time_ms` or later; rejects on
     * abort.
     */
    firstAcknowledgedAfter(time_ms: number, signal?: AbortSignal): Promise<Entry> {
      const existing = [...entries.values()]
        .filter((entry) => isAcknowledged(entry) && entry.sent_at_ms >= time_ms)
        .sort((one, other) => (one.answered_at_ms ?? 0) - (other.answered_at_ms ?? 0))[0];
      if (existing) return Promise.resolve(existing);
      return new Promise((resolve, reject) => {
        const one = { sent_after_ms: time_ms, resolve };
        waiting.add(one);
        signal?.addEventListener('abort', () => {
          waiting.delete(one);
          reject(new Error('no command was acknowledged in time'));
        });
      });
    },
  };
}
