import type { FulfilmentOutcome } from '../api/delivery-messages.ts';
import type { Environment } from '../environment/environment.ts';
import type { Writing } from '../environment/store.ts';
import {
  CHAIN_START,
  closeNumber,
  type LastLink,
  linkAfter,
  NumberTaken,
  reopenNumber,
  takeNumber,
} from './device-numbers.ts';
import { type DeviceRecords, deviceStore, type StoredEntry } from './device-records.ts';
import { deleteAttemptDraft } from './drafts/attempt-drafts.ts';
import { restoreDraft } from './drafts/restore-draft.ts';
import {
  addEntry,
  allEntries,
  deleteEntry,
  ENTRY_STORES,
  findOpenEntry,
  getEntry,
  putEntry,
} from './entry-store.ts';
import { type NewCommand, newEntry, subjectKey } from './new-entry.ts';
import {
  type CommandName,
  isDecided,
  isUnderstood,
  type NumberedLink,
  type OutboxEntry,
  settlesSubject,
} from './outbox-entry.ts';
import { KEPT_MS, SETTLED_NOTES, settledNote } from './settled-subjects.ts';

const CHANNEL = 'mandoob.outbox';

/** Thrown if this device has settled the subject and the entry was deleted when its user left. */
export class SubjectSettled extends Error {
  override readonly name = 'SubjectSettled';
}

type Change = (entry: OutboxEntry) => Partial<OutboxEntry> | null;
const STORES = [...ENTRY_STORES, 'entry_files', 'drafts', 'draft_photos'] as const;
type Transaction = Writing<Pick<DeviceRecords, (typeof STORES)[number]>>;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The device's commands: stored before the first byte is sent, shared by all tabs, kept until done, or
 * refused and seen.
 */
export function createOutbox(environment: Environment) {
  const store = deviceStore(environment);
  const listeners = new Set<() => void>();
  const channel = environment.channel(CHANNEL);
  let all: readonly OutboxEntry[] = [];
  let known: readonly OutboxEntry[] = [];
  let reads = 0;
  /** The newest link per shop seen by this tab; other tabs also make commands. */
  const last_links = new Map<number, LastLink>();

  async function reload(): Promise<readonly OutboxEntry[]> {
    reads += 1;
    const read = reads;
    const stored = await store.read(ENTRY_STORES, allEntries);
    if (read !== reads) return stored;
    return know(stored);
  }

  function know(stored: readonly OutboxEntry[]): readonly OutboxEntry[] {
    all = stored.toSorted((one, other) => one.device_seq - other.device_seq);
    known = all.filter(isUnderstood);
    for (const listener of listeners) listener();
    return all;
  }

  /**
   * Runs one durable transaction over all stores of an entry. `work` returns the entry that it wrote, or
   * null.
   */
  async function write<T extends OutboxEntry | null>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const written = await store.write(STORES, work, 'durable');
    channel.post('');
    // The entry is stored, and another tab may be sending it already, even if reading the device fails now.
    await reload().catch(() => {
      if (written) know([...all.filter((one) => one.command_id !== written.command_id), written]);
    });
    return written;
  }

  /**
   * Stores the next version of an entry. Deciding it also updates its draft, files and number in the same
   * transaction.
   */
  async function put(tx: Transaction, entry: StoredEntry, next: StoredEntry): Promise<void> {
    if (next.state === 'done' && entry.state !== 'done') {
      if (settlesSubject(next)) await forgetRefused(tx, next);
      else delete next.open_subject;
      await tx.delete('drafts', [next.user_id, next.subject]);
      await deleteAttemptDraft(tx, { user_id: next.user_id, order_id: next.subject });
      await tx.delete('draft_photos', [next.user_id, next.subject]);
      await tx.delete('entry_files', { pairs_of: next.command_id });
    }
    if (next.state === 'done' && entry.state === 'refused') await reopenNumber(tx, next);
    // A refused command may be corrected and remade; until that is recorded the refused one stays visible
    // with its files.
    if (next.state === 'refused') {
      delete next.open_subject;
      await restoreDraft(tx, next);
      await closeNumber(tx, next, 'refused');
    }
    await putEntry(tx, next);
  }

  /** Stores `change` of the current entry; null leaves it unchanged. */
  function edit(command_id: string, change: (entry: StoredEntry) => StoredEntry | null) {
    return write(async (tx) => {
      const entry = await getEntry(tx, command_id);
      const next = entry ? change(entry) : null;
      if (entry && next) await put(tx, entry, next);
      return next;
    });
  }

  /**
   * Appends a new command to the chain of its shop, after the newest link known here; retries if that is not
   * the last one.
   */
  async function chained<T>(
    { shop_id, command_id }: NewCommand,
    work: (link: NumberedLink) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const link = await linkAfter(last_links.get(shop_id) ?? CHAIN_START, command_id);
      try {
        return await work(link);
      } catch (error) {
        if (!(error instanceof NumberTaken)) throw error;
        last_links.set(shop_id, error.last);
      }
    }
  }

  channel.listen(() => void reload().catch(() => {}));

  return {
    /**
     * Resolves once the command is durable. Returns an open one about the same subject instead. Throws
     * SubjectSettled.
     */
    async enqueue<N extends CommandName>(command: NewCommand<N>): Promise<OutboxEntry<N>> {
      const settled = await settledNote(subjectKey(command));
      const added = await chained(command as NewCommand, (link) =>
        write((tx) => add(environment, tx, command as NewCommand, { settled, link })),
      );
      return added as OutboxEntry<N>;
    },
    /**
     * The entries whose endpoint this build knows, oldest first; the same array until something changes.
     */
    entries: () => known,
    /** Reads all entries, including those of newer builds, oldest first. */
    reload,
    /** Returns the open entry about this subject, or null. Throws SubjectSettled. */
    async openEntry<N extends CommandName>(
      endpoint: N,
      user_id: string,
      subject: string,
    ): Promise<OutboxEntry<N> | null> {
      const key = subjectKey({ endpoint, user_id, subject });
      const note = await settledNote(key);
      const [entry, settled] = await store.read(ENTRY_STORES, (tx) =>
        Promise.all([findOpenEntry(tx, key), tx.get('notes', note)]),
      );
      if (!entry && settled !== undefined) throw new SubjectSettled();
      return (entry ?? null) as OutboxEntry<N> | null;
    },
    /** Calls the listener after every change, in any tab. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Changes an undecided entry in one transaction. Returns null if it is missing, decided or unchanged. */
    advance: (command_id: string, change: Change): Promise<OutboxEntry | null> =>
      edit(command_id, (entry) => {
        const changes = isDecided(entry) ? null : change(entry);
        return changes && { ...entry, ...changes };
      }),
    /**
     * Stores the server's reply, whatever the entry's state is by now. Returns null if the entry is missing
     * or has a reply.
     */
    settle: (command_id: string, answered: (entry: OutboxEntry) => Partial<OutboxEntry>) =>
      edit(command_id, (entry) => (entry.state === 'done' ? null : { ...entry, ...answered(entry) })),
    async settleFulfilment(command_id: string, fulfilment: FulfilmentOutcome): Promise<void> {
      await edit(command_id, (entry) => (entry.fulfilment === 'pending' ? { ...entry, fulfilment } : null));
    },
    /** Returns true to the first caller on this device that announces `key`. */
    async claimAnnouncement(command_id: string, key: string): Promise<boolean> {
      const claimed = await edit(command_id, (entry) =>
        entry.announced === key ? null : { ...entry, announced: key },
      );
      return claimed !== null;
    },
    /** Marks a done entry as shown; from then on it only prevents a second command about its subject. */
    async acknowledge(command_id: string): Promise<void> {
      await edit(command_id, (entry) =>
        entry.state === 'done' && entry.acknowledged_at === null
          ? { ...entry, acknowledged_at: environment.now() }
          : null,
      );
    },
    /**
     * Replaces a refused command in one step, so that only one of two tabs does it. Returns null if it is
     * missing.
     */
    async remake<N extends CommandName>(
      refused_id: string,
      command: NewCommand<N>,
    ): Promise<OutboxEntry<N> | null> {
      const settled = await settledNote(subjectKey(command));
      const added = await chained(command as NewCommand, (link) =>
        write(async (tx) => {
          const refused = await getEntry(tx, refused_id);
          // A rerun after the entry was stored finds its own entry (see Store.write).
          if (refused?.state !== 'refused') return (await getEntry(tx, command.command_id)) ?? null;
          await remove(tx, refused_id);
          const made = await add(environment, tx, command as NewCommand, { settled, link });
          await closeNumber(tx, refused, 'replaced', made.numbered?.number ?? null);
          return made;
        }),
      );
      return added as OutboxEntry<N> | null;
    },
    /** Deletes an entry that is refused or held; leaves every other state alone. */
    async discard(command_id: string): Promise<void> {
      await write(async (tx) => {
        const entry = await getEntry(tx, command_id);
        if (entry?.state !== 'refused' && entry?.state !== 'held') return null;
        await closeNumber(tx, entry, entry.state === 'held' ? 'discarded' : 'refused');
        await remove(tx, command_id);
        return null;
      });
    },
    /** Reads a file of an entry, to show it; null once the entry is done. */
    async readFile(command_id: string, path: string): Promise<Blob | null> {
      const file = await store.read(['entry_files'], (tx) => tx.get('entry_files', [command_id, path]));
      return file ? new Blob([file.bytes], { type: file.type }) : null;
    },
    /** Deletes entries and notes that were done long ago. */
    async prune(now: number): Promise<void> {
      await write(async (tx) => {
        for (const entry of await allEntries(tx)) {
          const old = entry.state === 'done' && (entry.decided_at ?? now) < now - KEPT_MS;
          if (old) await remove(tx, entry.command_id);
        }
        for (const note of await tx.keys('notes', SETTLED_NOTES)) {
          if (((await tx.get('notes', note)) as number) < now - KEPT_MS) await tx.delete('notes', note);
        }
        return null;
      });
    },
    /**
     * Reduces done entries of all other users (null: all users) to a hash of their settled subjects; keeps
     * undecided ones.
     */
    async keepDoneOf(user_id: string | null): Promise<void> {
      const notes = new Map<string, string>();
      let unnamed: string[] = [];
      // A transaction cannot await hashes: entries whose hash is not known yet are deleted in the next one.
      do {
        await write(async (tx) => {
          const done = (await allEntries(tx)).filter(
            (entry) => entry.state === 'done' && entry.user_id !== user_id,
          );
          unnamed = [];
          for (const entry of done) {
            const { open_subject } = entry;
            const note = open_subject === undefined ? null : notes.get(open_subject);
            if (open_subject !== undefined && note === undefined) {
              unnamed.push(open_subject);
              continue;
            }
            if (note) await tx.put('notes', entry.decided_at ?? environment.now(), note);
            await remove(tx, entry.command_id);
          }
          return null;
        });
        for (const subject of unnamed) notes.set(subject, await settledNote(subject));
      } while (unnamed.length > 0);
    },
    close: channel.close,
  };
}

async function add(
  { random, tab }: Environment,
  tx: Transaction,
  command: NewCommand,
  { settled, link }: { settled: string; link: NumberedLink },
): Promise<OutboxEntry> {
  const open_subject = subjectKey(command);
  const existing = (await getEntry(tx, command.command_id)) ?? (await findOpenEntry(tx, open_subject));
  if (existing) return existing;
  if ((await tx.get('notes', settled)) !== undefined) throw new SubjectSettled();
  await takeNumber(tx, command.shop_id, link);

  const device_id = ((await tx.get('notes', 'device_id')) as string | undefined) ?? random.uuid();
  const device_seq = (((await tx.get('notes', 'device_seq')) as number | undefined) ?? 0) + 1;
  const { command_id, files } = command;
  const entry: StoredEntry = {
    ...newEntry(command, { tab, device_id, device_seq, numbered: link }),
    open_subject,
  };
  await Promise.all([
    addEntry(tx, entry),
    tx.put('notes', device_id, 'device_id'),
    tx.put('notes', device_seq, 'device_seq'),
    ...files.map(({ path, type, bytes }) => tx.put('entry_files', { command_id, path, type, bytes })),
  ]);
  return entry;
}

/** Deletes refused commands about a subject that another command has now settled. */
async function forgetRefused(tx: Transaction, { open_subject }: StoredEntry): Promise<void> {
  for (const entry of await allEntries(tx))
    if (entry.state === 'refused' && subjectKey(entry) === open_subject) await remove(tx, entry.command_id);
}

async function remove(tx: Transaction, command_id: string): Promise<void> {
  await deleteEntry(tx, command_id);
  await tx.delete('entry_files', { pairs_of: command_id });
}
