import type { FulfilmentOutcome } from '../api/delivery-words.ts';
import type { Writing } from '../world/store.ts';
import type { World } from '../world/world.ts';
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
import { type NewCommand, newEntry, subjectKey } from './new-entry.ts';
import {
  type CommandName,
  isDecided,
  type NumberedLink,
  type OutboxEntry,
  settlesSubject,
} from './outbox-entry.ts';
import { KEPT_MS, SETTLED_NOTES, settledNote } from './settled-subjects.ts';

const CHANNEL = 'mandoob.outbox';

/** The subject was dealt with on this device for good; what was sent about it has left with its user since. */
export class SubjectSettled extends Error {
  override readonly name = 'SubjectSettled';
}

type Change = (entry: OutboxEntry) => Partial<OutboxEntry> | null;
const STORES = ['entries', 'entry_files', 'drafts', 'draft_photos', 'notes'] as const;
type Transaction = Writing<Pick<DeviceRecords, (typeof STORES)[number]>>;

export type Outbox = ReturnType<typeof createOutbox>;

/** The device's commands: written before the first byte is sent, shared by all tabs, kept until done, or refused and seen. */
export function createOutbox(world: World) {
  const store = deviceStore(world);
  const listeners = new Set<() => void>();
  const channel = world.channel(CHANNEL);
  let known: readonly OutboxEntry[] = [];
  let reads = 0;
  /** As last seen by this tab; others make commands too. */
  const last_links = new Map<number, LastLink>();

  async function reload(): Promise<readonly OutboxEntry[]> {
    reads += 1;
    const read = reads;
    const all = await store.read(['entries'], (tx) => tx.all('entries'));
    if (read !== reads) return all;
    return know(all);
  }

  function know(all: readonly OutboxEntry[]): readonly OutboxEntry[] {
    known = all.toSorted((one, other) => one.device_seq - other.device_seq);
    for (const listener of listeners) listener();
    return known;
  }

  /** One durable transaction over everything an entry touches. `work` answers the entry that it wrote; null for none. */
  async function write<T extends OutboxEntry | null>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const written = await store.write(STORES, work, 'durable');
    channel.post('');
    // It is stored, and may be sent by another tab already, even where the device cannot be read just now.
    await reload().catch(() => {
      if (written) know([...known.filter((one) => one.command_id !== written.command_id), written]);
    });
    return written;
  }

  /** Stores the next version. Deciding an entry settles in the same transaction what hangs on it. */
  async function put(tx: Transaction, entry: StoredEntry, next: StoredEntry): Promise<void> {
    if (next.state === 'done' && entry.state !== 'done') {
      if (settlesSubject(next)) await forgetRefused(tx, next);
      else delete next.open_subject;
      await tx.delete('drafts', [next.user_id, next.subject]);
      await tx.delete('draft_photos', [next.user_id, next.subject]);
      await tx.delete('entry_files', { pairs_of: next.command_id });
    }
    if (next.state === 'done' && entry.state === 'refused') await reopenNumber(tx, next);
    // What was refused may be corrected and made anew; until that is recorded the refused one stays visible with its files.
    if (next.state === 'refused') {
      delete next.open_subject;
      await closeNumber(tx, next, 'refused');
    }
    await tx.put('entries', next);
  }

  /** `change` of the entry as it is now; null leaves it alone. */
  function edit(command_id: string, change: (entry: StoredEntry) => StoredEntry | null) {
    return write(async (tx) => {
      const entry = await tx.get('entries', command_id);
      const next = entry ? change(entry) : null;
      if (entry && next) await put(tx, entry, next);
      return next;
    });
  }

  /** Puts a new command in the chain of its shop, after the newest link known here; once more where that is not the last. */
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
    /** Resolves once the command is durable. An open one about the same subject is answered instead. Throws SubjectSettled. */
    async enqueue<N extends CommandName>(command: NewCommand<N>): Promise<OutboxEntry<N>> {
      const settled = await settledNote(subjectKey(command));
      const added = await chained(command as NewCommand, (link) =>
        write((tx) => add(world, tx, command as NewCommand, { settled, link })),
      );
      return added as OutboxEntry<N>;
    },
    /** What is known of all entries, oldest first; the same array until something changes. */
    entries: () => known,
    /** Reads the device again. */
    reload,
    /** The entry that holds this subject, or null. Throws SubjectSettled. */
    async openEntry<N extends CommandName>(
      endpoint: N,
      user_id: string,
      subject: string,
    ): Promise<OutboxEntry<N> | null> {
      const key = subjectKey({ endpoint, user_id, subject });
      const note = await settledNote(key);
      const [entry, settled] = await store.read(['entries', 'notes'], (tx) =>
        Promise.all([tx.by('entries', 'open_subject', key), tx.get('notes', note)]),
      );
      if (!entry && settled !== undefined) throw new SubjectSettled();
      return (entry ?? null) as OutboxEntry<N> | null;
    },
    /** Calls the listener after every change, whichever tab made it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Changes an undecided entry in one transaction. Null, and nothing happens, when it is gone, decided or unchanged. */
    advance: (command_id: string, change: Change): Promise<OutboxEntry | null> =>
      edit(command_id, (entry) => {
        const changes = isDecided(entry) ? null : change(entry);
        return changes && { ...entry, ...changes };
      }),
    /** The server's answer, which is true whatever became of the entry here meanwhile. Null when it is gone or has one. */
    settle: (command_id: string, answered: (entry: OutboxEntry) => Partial<OutboxEntry>) =>
      edit(command_id, (entry) => (entry.state === 'done' ? null : { ...entry, ...answered(entry) })),
    async settleFulfilment(command_id: string, fulfilment: FulfilmentOutcome): Promise<void> {
      await edit(command_id, (entry) => (entry.fulfilment === 'pending' ? { ...entry, fulfilment } : null));
    },
    /** True for the first caller on this device who announces `key`. */
    async claimAnnouncement(command_id: string, key: string): Promise<boolean> {
      const claimed = await edit(command_id, (entry) =>
        entry.announced === key ? null : { ...entry, announced: key },
      );
      return claimed !== null;
    },
    /** The screen has shown that it is done; it then only remembers that its subject was dealt with. */
    async acknowledge(command_id: string): Promise<void> {
      await edit(command_id, (entry) =>
        entry.state === 'done' && entry.acknowledged_at === null
          ? { ...entry, acknowledged_at: world.now() }
          : null,
      );
    },
    /** Puts a new command in the place of a refused one in one step: of two tabs, one does it. Null when the refused one is gone. */
    async remake<N extends CommandName>(
      refused_id: string,
      command: NewCommand<N>,
    ): Promise<OutboxEntry<N> | null> {
      const settled = await settledNote(subjectKey(command));
      const added = await chained(command as NewCommand, (link) =>
        write(async (tx) => {
          const refused = await tx.get('entries', refused_id);
          // Run once more after it was stored, it finds its own (see Store.write).
          if (refused?.state !== 'refused') return (await tx.get('entries', command.command_id)) ?? null;
          await remove(tx, refused_id);
          const made = await add(world, tx, command as NewCommand, { settled, link });
          await closeNumber(tx, refused, 'replaced', made.numbered?.number ?? null);
          return made;
        }),
      );
      return added as OutboxEntry<N> | null;
    },
    /** Forgets an entry that is refused or held; every other state is left alone. */
    async discard(command_id: string): Promise<void> {
      await write(async (tx) => {
        const entry = await tx.get('entries', command_id);
        if (entry?.state !== 'refused' && entry?.state !== 'held') return null;
        await closeNumber(tx, entry, entry.state === 'held' ? 'discarded' : 'refused');
        await remove(tx, command_id);
        return null;
      });
    },
    /** A file of an entry, for showing it; null once it was done. */
    async readFile(command_id: string, path: string): Promise<Blob | null> {
      const file = await store.read(['entry_files'], (tx) => tx.get('entry_files', [command_id, path]));
      return file ? new Blob([file.bytes], { type: file.type }) : null;
    },
    /** Forgets what was done long ago. */
    async prune(now: number): Promise<void> {
      await write(async (tx) => {
        for (const entry of await tx.all('entries')) {
          const old = entry.state === 'done' && (entry.decided_at ?? now) < now - KEPT_MS;
          if (old) await remove(tx, entry.command_id);
        }
        for (const note of await tx.keys('notes', SETTLED_NOTES)) {
          if (((await tx.get('notes', note)) as number) < now - KEPT_MS) await tx.delete('notes', note);
        }
        return null;
      });
    },
    /** Forgets what is done of everybody else (null: of everybody) but a hash of settled subjects; what is not recorded stays whole. */
    async keepDoneOf(user_id: string | null): Promise<void> {
      const notes = new Map<string, string>();
      let unnamed: string[] = [];
      // A transaction does not wait for hashes: whose is not known yet leaves in the next one.
      do {
        await write(async (tx) => {
          const done = (await tx.all('entries')).filter(
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
            if (note) await tx.put('notes', entry.decided_at ?? world.now(), note);
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
  { random, tab }: World,
  tx: Transaction,
  command: NewCommand,
  { settled, link }: { settled: string; link: NumberedLink },
): Promise<OutboxEntry> {
  const open_subject = subjectKey(command);
  const existing =
    (await tx.get('entries', command.command_id)) ?? (await tx.by('entries', 'open_subject', open_subject));
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
    tx.add('entries', entry),
    tx.put('notes', device_id, 'device_id'),
    tx.put('notes', device_seq, 'device_seq'),
    ...files.map(({ path, type, bytes }) => tx.put('entry_files', { command_id, path, type, bytes })),
  ]);
  return entry;
}

/** Forgets what was refused about a subject that another command has settled now. */
async function forgetRefused(tx: Transaction, { open_subject }: StoredEntry): Promise<void> {
  for (const entry of await tx.all('entries'))
    if (entry.state === 'refused' && subjectKey(entry) === open_subject) await remove(tx, entry.command_id);
}

async function remove(tx: Transaction, command_id: string): Promise<void> {
  await tx.delete('entries', command_id);
  await tx.delete('entry_files', { pairs_of: command_id });
}
