import type { KeyRange, Reading, Writing } from '../environment/store.ts';
import type { DeviceRecords, StoredEntry } from './device-records.ts';
import { isDecided, type OutboxEntry } from './outbox-entry.ts';

/**
 * Tabs and workers of build d0bfc4ef send every entry of the store `entries`, and an endpoint that they do
 * not know stops them. They ignore unfamiliar notes. Newer commands are therefore notes, and so is every
 * command that its user makes while a note is undecided, because an older tab would send it first.
 */
export const ENTRY_STORES = ['entries', 'notes'] as const;
type EntryRecords = Pick<DeviceRecords, (typeof ENTRY_STORES)[number]>;

/** The commands of build d0bfc4ef. Never add to this list. */
const SENT_BY_OLDER_BUILDS: readonly string[] = [
  'confirm_delivery',
  'arrange_stops',
  'start_handover',
  'end_handover',
  'collect_cash',
  'record_deposit',
  'record_float',
];

const START = 'entry ';
/** The key range of the entries among the notes. */
export const ENTRY_NOTES: KeyRange = { starts_with: START };

export async function getEntry(
  tx: Reading<EntryRecords>,
  command_id: string,
): Promise<StoredEntry | undefined> {
  const [entry, note] = await Promise.all([
    tx.get('entries', command_id),
    tx.get('notes', noteOf(command_id)) as Promise<StoredEntry | undefined>,
  ]);
  return entry ?? note;
}

/** Reads all entries of all users, in no particular order. */
export async function allEntries(tx: Reading<EntryRecords>): Promise<StoredEntry[]> {
  const [entries, notes] = await Promise.all([tx.all('entries'), notesIn(tx)]);
  return [...entries, ...notes];
}

/** Returns the entry with this open subject; at most one exists, as `addEntry` ensures. */
export async function findOpenEntry(
  tx: Reading<EntryRecords>,
  open_subject: string,
): Promise<StoredEntry | undefined> {
  const [entry, notes] = await Promise.all([tx.by('entries', 'open_subject', open_subject), notesIn(tx)]);
  return entry ?? notes.find((note) => note.open_subject === open_subject);
}

/** Stores a new entry. Rejects with a ConstraintError if its id or its open subject exists already. */
export async function addEntry(tx: Writing<EntryRecords>, entry: StoredEntry): Promise<void> {
  const [notes, taken] = await Promise.all([notesIn(tx), getEntry(tx, entry.command_id)]);
  const { open_subject } = entry;
  // The unique index of `entries` covers only that store.
  const has_open = open_subject !== undefined && notes.some((note) => note.open_subject === open_subject);
  if (taken || has_open) throw new DOMException('The entry exists.', 'ConstraintError');
  const waits = notes.some((note) => note.user_id === entry.user_id && !isDecided(note));
  if (waits || !isSentByOlderBuilds(entry)) await tx.add('notes', entry, noteOf(entry.command_id));
  else await tx.add('entries', entry);
}

/** Returns true if older builds do not see this entry. */
export async function isHidden(tx: Reading<EntryRecords>, command_id: string): Promise<boolean> {
  return (await tx.get('notes', noteOf(command_id))) !== undefined;
}

/** Replaces a stored entry. */
export async function putEntry(tx: Writing<EntryRecords>, entry: StoredEntry): Promise<void> {
  const { command_id } = entry;
  if (!(await isHidden(tx, command_id))) return await tx.put('entries', entry);
  if (!(await canMove(tx, entry))) return await tx.put('notes', entry, noteOf(command_id));
  await tx.delete('notes', noteOf(command_id));
  await tx.put('entries', entry);
}

export async function deleteEntry(tx: Writing<EntryRecords>, command_id: string): Promise<void> {
  await tx.delete('entries', command_id);
  await tx.delete('notes', noteOf(command_id));
}

/**
 * Returns true for a decided command that older builds know. Moved to `entries`, it prevents an older tab
 * from delivering the same order again, and nothing sends it. An older tab may have made a command about the
 * same subject meanwhile, which keeps the subject.
 */
async function canMove(tx: Reading<EntryRecords>, entry: StoredEntry): Promise<boolean> {
  if (!isDecided(entry) || !isSentByOlderBuilds(entry)) return false;
  const { open_subject } = entry;
  return open_subject === undefined || !(await tx.by('entries', 'open_subject', open_subject));
}

function isSentByOlderBuilds({ endpoint }: Pick<OutboxEntry, 'endpoint'>): boolean {
  return SENT_BY_OLDER_BUILDS.includes(endpoint);
}

function notesIn(tx: Reading<EntryRecords>): Promise<StoredEntry[]> {
  return tx.all('notes', ENTRY_NOTES) as Promise<StoredEntry[]>;
}

function noteOf(command_id: string): string {
  return START + command_id;
}
