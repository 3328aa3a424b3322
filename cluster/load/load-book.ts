import { appendFileSync } from 'node:fs';
import type { Bucket } from '../../contract/rules/storage-paths.ts';

export type Kind = 'delivery' | 'start' | 'end' | 'collection' | 'deposit';

/** A file that a command names, with the hash of the bytes that were sent. */
export type NamedFile = { bucket: Bucket; path: string; sha256: string };

/** A command as those saw it who made it. Amounts are fils. */
export type Entry = {
  command_id: string;
  kind: Kind;
  /** Who made it, by user id. */
  by: string;
  /** What was handed over, or what the customer owed. */
  amount_fils: number;
  /** Who of the staff has more cash by it, and who less. */
  cash: readonly { user_id: string; fils: number }[];
  files: readonly NamedFile[];
  /** How often it was sent, and when it was sent last, in ms since the epoch. */
  attempts: number;
  sent_at_ms: number;
  /** When it was decided, in ms since the epoch; null as long as no answer has come. */
  answered_at_ms: number | null;
  /** Why it was refused; null where it was acknowledged. */
  refusal: string | null;
};

export type NewEntry = Pick<Entry, 'command_id' | 'kind' | 'by' | 'amount_fils' | 'cash' | 'files'>;

export type LoadBook = ReturnType<typeof loadBook>;

/**
 * The load's own book: what people did and what they were answered, in integer fils, with nothing of the product's arithmetic. `file`: where
 * each line is also written as it comes, for whoever looks afterwards.
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
    /** Before the first byte of it is sent. */
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
    /** `refusal`: null where it was acknowledged. */
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
    /** Nobody has answered these. */
    open: (): Entry[] => [...entries.values()].filter(({ answered_at_ms }) => answered_at_ms === null),
    refused: (): Entry[] => [...entries.values()].filter(({ refusal }) => refusal !== null),
    /** What somebody has by what is acknowledged, less what may have been taken by what is not answered yet. */
    surelyHeld(user_id: string): number {
      let held_fils = 0;
      for (const entry of entries.values()) {
        if (entry.refusal !== null) continue;
        for (const { user_id: whose, fils } of entry.cash) {
          if (whose === user_id && (fils < 0 || entry.answered_at_ms !== null)) held_fils += fils;
        }
      }
      return held_fils;
    },
    /** The first acknowledged command whose last sending was at `time_ms` or later. Waits for it; rejects when `signal` is aborted. */
    firstAcknowledgedAfter(time_ms: number, signal?: AbortSignal): Promise<Entry> {
      const there = [...entries.values()]
        .filter((entry) => isAcknowledged(entry) && entry.sent_at_ms >= time_ms)
        .sort((one, other) => (one.answered_at_ms ?? 0) - (other.answered_at_ms ?? 0))[0];
      if (there) return Promise.resolve(there);
      return new Promise((resolve, reject) => {
        const one = { sent_after_ms: time_ms, resolve };
        waiting.add(one);
        signal?.addEventListener('abort', () => {
          waiting.delete(one);
          reject(new Error('nothing was acknowledged in time'));
        });
      });
    },
  };
}
