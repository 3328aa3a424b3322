import type { IDBPTransaction } from 'idb';
import { newId } from '../../contract/rules/ids.ts';
import type { FileType } from '../../contract/rules/storage-paths.ts';
import { rulesOf } from './command-rules.ts';
import { type DeviceDatabase, type DeviceSchema, pairsOf, type StoredEntry } from './device-database.ts';
import { type CommandName, type EntryFile, isDecided, type OutboxEntry } from './outbox-entry.ts';
import { KEPT_MS, settledNote, settledNotes } from './settled-subjects.ts';

/** Version of the commands' shapes: a server can tell what an old page meant. */
const CONTRACT_VERSION = 1;
const CHANNEL = 'mandoob.outbox';

/** The subject was dealt with on this device for good; what was sent about it has left with its user since. */
export class SubjectSettled extends Error {
  override readonly name = 'SubjectSettled';
}

export type NewCommand<N extends CommandName = CommandName> = Pick<
  OutboxEntry<N>,
  'command_id' | 'user_id' | 'shop_id' | 'endpoint' | 'subject' | 'occurred_at' | 'clock_offset_ms' | 'input'
> & { files: (Omit<EntryFile, 'sent'> & { bytes: ArrayBuffer })[] };

type Change = (entry: OutboxEntry) => Partial<OutboxEntry> | null;
type AllStores = ('entries' | 'entry_files' | 'drafts' | 'draft_photos' | 'notes')[];
type Transaction = IDBPTransaction<DeviceSchema, AllStores, 'readwrite'>;
const STORES: AllStores = ['entries', 'entry_files', 'drafts', 'draft_photos', 'notes'];

/**
 * The device's commands. Written to disk before the first byte is sent, shared by all tabs, kept until they are done or
 * refused and seen (the house, "A command").
 */
export type Outbox = {
  /**
   * Resolves once the command is durable. With an open one about the same subject nothing is added: it is answered. Throws
   * SubjectSettled.
   */
  enqueue<N extends CommandName>(command: NewCommand<N>): Promise<OutboxEntry<N>>;
  /** What is known of all entries, oldest first; the same array until something changes. */
  entries(): readonly OutboxEntry[];
  /** Reads the device again. */
  reload(): Promise<readonly OutboxEntry[]>;
  /** The entry that holds this subject, or null. Throws SubjectSettled. */
  openEntry<N extends CommandName>(
    endpoint: N,
    user_id: string,
    subject: string,
  ): Promise<OutboxEntry<N> | null>;
  /** Calls the listener after every change, whichever tab made it. */
  subscribe(listener: () => void): () => void;
  /** Changes an undecided entry in one transaction. Null, and nothing happens, when it is gone, decided or unchanged. */
  advance(command_id: string, change: Change): Promise<OutboxEntry | null>;
  settleFulfilment(command_id: string, outcome: Exclude<OutboxEntry['fulfilment'], 'pending'>): Promise<void>;
  /** True for the first caller on this device who announces `key`. */
  claimAnnouncement(command_id: string, key: string): Promise<boolean>;
  acknowledge(command_id: string): Promise<void>;
  /**
   * Puts a new command in the place of a refused one, in one step, so that two tabs cannot both do it. Null when the refused
   * one is gone.
   */
  remake<N extends CommandName>(refused_id: string, command: NewCommand<N>): Promise<OutboxEntry<N> | null>;
  /** Forgets an entry that is refused or held; every other state is left alone. */
  discard(command_id: string): Promise<void>;
  readFile(command_id: string, path: string): Promise<Blob | null>;
  /** Forgets what was done long ago. */
  prune(now: number): Promise<void>;
  /**
   * Forgets what is done of everybody else, null: of everybody. Of a settled subject a hash stays; what is not recorded stays
   * whole and waits for its person.
   */
  keepDoneOf(user_id: string | null): Promise<void>;
  close(): void;
};

/** `tab` is put into what is made here. */
export function createOutbox(database: DeviceDatabase, tab: string): Outbox {
  const listeners = new Set<() => void>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  let known: readonly OutboxEntry[] = [];
  let reads = 0;

  async function reload(): Promise<readonly OutboxEntry[]> {
    reads += 1;
    const read = reads;
    const all = await database.run((db) => db.getAll('entries'));
    if (read !== reads) return all;
    known = all.toSorted((one, other) => one.device_seq - other.device_seq);
    for (const listener of listeners) listener();
    return known;
  }

  async function changed(): Promise<void> {
    channel?.postMessage(null);
    await reload();
  }

  /** One durable transaction over everything an entry touches. */
  async function write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await database.run(async (db) => {
      const tx = db.transaction(STORES, 'readwrite', { durability: 'strict' });
      const [outcome] = await Promise.all([work(tx), tx.done]);
      return outcome;
    });
    await changed();
    return result;
  }

  /** `change` of the entry as it is now; null leaves it alone. */
  function edit(command_id: string, change: (entry: StoredEntry) => StoredEntry | null) {
    return write(async (tx) => {
      const entry = await tx.objectStore('entries').get(command_id);
      const next = entry ? change(entry) : null;
      if (entry && next) await put(tx, entry, next);
      return next;
    });
  }

  if (channel) channel.onmessage = () => void reload().catch(() => {});

  return {
    async enqueue(command) {
      const added = await write((tx) => add(tx, command as NewCommand, tab));
      return added as OutboxEntry<typeof command.endpoint>;
    },
    entries: () => known,
    reload,
    async openEntry(endpoint, user_id, subject) {
      const key = subjectKey({ endpoint, user_id, subject });
      const [entry, settled] = await database.run((db) =>
        Promise.all([db.getFromIndex('entries', 'open_subject', key), db.get('notes', settledNote(key))]),
      );
      if (!entry && settled !== undefined) throw new SubjectSettled();
      return (entry ?? null) as OutboxEntry<typeof endpoint> | null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    advance: (command_id, change) =>
      edit(command_id, (entry) => {
        const changes = isDecided(entry) ? null : change(entry);
        return changes && { ...entry, ...changes };
      }),
    async settleFulfilment(command_id, fulfilment) {
      await edit(command_id, (entry) => (entry.fulfilment === 'pending' ? { ...entry, fulfilment } : null));
    },
    async claimAnnouncement(command_id, key) {
      const claimed = await edit(command_id, (entry) =>
        entry.announced === key ? null : { ...entry, announced: key },
      );
      return claimed !== null;
    },
    async acknowledge(command_id) {
      await edit(command_id, (entry) =>
        entry.state === 'done' && entry.acknowledged_at === null
          ? { ...entry, acknowledged_at: Date.now() }
          : null,
      );
    },
    async remake(refused_id, command) {
      const added = await write(async (tx) => {
        const refused = await tx.objectStore('entries').get(refused_id);
        if (refused?.state !== 'refused') return null;
        await remove(tx, refused_id);
        return await add(tx, command as NewCommand, tab);
      });
      return added as OutboxEntry<typeof command.endpoint> | null;
    },
    async discard(command_id) {
      await write(async (tx) => {
        const entry = await tx.objectStore('entries').get(command_id);
        if (entry?.state === 'refused' || entry?.state === 'held') await remove(tx, command_id);
      });
    },
    async readFile(command_id, path) {
      const file = await database.run((db) => db.get('entry_files', [command_id, path]));
      return file ? new Blob([file.bytes], { type: file.type }) : null;
    },
    async prune(now) {
      await write(async (tx) => {
        for (const entry of await tx.objectStore('entries').getAll()) {
          const old = entry.state === 'done' && (entry.decided_at ?? now) < now - KEPT_MS;
          if (old) await remove(tx, entry.command_id);
        }
        const notes = tx.objectStore('notes');
        for (let note = await notes.openCursor(settledNotes()); note; note = await note.continue()) {
          if ((note.value as number) < now - KEPT_MS) await note.delete();
        }
      });
    },
    async keepDoneOf(user_id) {
      await write(async (tx) => {
        for (const entry of await tx.objectStore('entries').getAll()) {
          if (entry.state === 'done' && entry.user_id !== user_id) await forget(tx, entry);
        }
      });
    },
    close: () => channel?.close(),
  };
}

function subjectKey(of: Pick<OutboxEntry, 'user_id' | 'endpoint' | 'subject'>): string {
  return JSON.stringify([of.user_id, of.endpoint, of.subject]);
}

async function add(tx: Transaction, { files, ...command }: NewCommand, tab: string): Promise<OutboxEntry> {
  const entries = tx.objectStore('entries');
  const notes = tx.objectStore('notes');
  const open_subject = subjectKey(command);
  const existing =
    (await entries.get(command.command_id)) ?? (await entries.index('open_subject').get(open_subject));
  if (existing) return existing;
  if ((await notes.get(settledNote(open_subject))) !== undefined) throw new SubjectSettled();

  const device_id = ((await notes.get('device_id')) as string | undefined) ?? newId();
  const device_seq = (((await notes.get('device_seq')) as number | undefined) ?? 0) + 1;
  const entry: StoredEntry = {
    ...command,
    tab,
    device_id,
    device_seq,
    contract_version: CONTRACT_VERSION,
    open_subject,
    files: files.map(({ bytes: _, ...file }) => ({ ...file, sent: false })),
    state: 'queued',
    stage: null,
    command_sent: false,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    problem: null,
    fulfilment: null,
    announced: null,
    acknowledged_at: null,
    decided_at: null,
  };
  const { command_id } = command;
  const stored = (file: { path: string; type: FileType; bytes: ArrayBuffer }) =>
    tx.objectStore('entry_files').put({ command_id, path: file.path, type: file.type, bytes: file.bytes });
  await Promise.all([
    entries.add(entry),
    notes.put(device_id, 'device_id'),
    notes.put(device_seq, 'device_seq'),
    ...files.map(stored),
  ]);
  return entry;
}

/** Stores the next version. Deciding an entry settles in the same transaction what hangs on it. */
async function put(tx: Transaction, entry: StoredEntry, next: StoredEntry): Promise<void> {
  if (next.state === 'done' && entry.state !== 'done') {
    const settles = next.answer !== null && rulesOf(next.endpoint).settlesSubject(next.answer);
    if (!settles) delete next.open_subject;
    await tx.objectStore('drafts').delete([next.user_id, next.subject]);
    await tx.objectStore('draft_photos').delete([next.user_id, next.subject]);
    await tx.objectStore('entry_files').delete(pairsOf(next.command_id));
  }
  // What was refused may be corrected and made anew; the refused one stays visible with its files.
  if (next.state === 'refused') delete next.open_subject;
  await tx.objectStore('entries').put(next);
}

/** Leaves of a done entry nothing but that its subject is settled, where it is. */
async function forget(tx: Transaction, entry: StoredEntry): Promise<void> {
  const { command_id, open_subject, decided_at } = entry;
  if (open_subject !== undefined) {
    await tx.objectStore('notes').put(decided_at ?? Date.now(), settledNote(open_subject));
  }
  await remove(tx, command_id);
}

async function remove(tx: Transaction, command_id: string): Promise<void> {
  await tx.objectStore('entries').delete(command_id);
  await tx.objectStore('entry_files').delete(pairsOf(command_id));
}
