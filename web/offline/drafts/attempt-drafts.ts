import type { DateText } from '../../../contract/rules/dates/dates.ts';
import type { Environment } from '../../environment/environment.ts';
import type { KeyRange, Reading, Writing } from '../../environment/store.ts';
import { type DeviceRecords, deviceStore, type StoredBytes } from '../device-records.ts';
import { ENTRY_STORES, getEntry } from '../entry-store.ts';

/** The fields that a driver has filled in for an attempt that is not confirmed yet. */
export type AttemptDraft = {
  /** The id of the attempt that this becomes: a second press makes the same command. */
  attempt_id: string;
  /** The key of a reason; null until one is selected. */
  reason: string | null;
  photo: Blob | null;
  note: string;
  /** The agreed day, and a window as `14:30`. Empty texts if there are none. */
  day: DateText | '';
  from: string;
  to: string;
};

type StoredAttemptDraft = Omit<AttemptDraft, 'photo'> & {
  user_id: string;
  order_id: string;
  /** ms since epoch. */
  saved_at: number;
};

type Records = Pick<DeviceRecords, (typeof ENTRY_STORES)[number]>;

const START = 'attempt_draft ';
const PHOTO_START = 'attempt_draft_photo ';
const DRAFTS: KeyRange = { starts_with: START };

const noteOf = (user_id: string, order_id: string) => `${START}${user_id} ${order_id}`;
/** A note of its own, so that a keystroke does not write the photo again. */
const photoNoteOf = (user_id: string, order_id: string) => `${PHOTO_START}${user_id} ${order_id}`;

/** The drafts of attempts on this device, kept as notes: older builds ignore unfamiliar ones. */
export function createAttemptDrafts(environment: Environment) {
  const store = deviceStore(environment);
  return {
    /** Returns the draft of a user and order; null if there is none, or if its attempt is made already. */
    async read(user_id: string, order_id: string): Promise<AttemptDraft | null> {
      const [stored, taken] = await store.read(ENTRY_STORES, async (tx) => [
        await draftIn(tx, noteOf(user_id, order_id)),
        (await tx.get('notes', photoNoteOf(user_id, order_id))) as StoredBytes | undefined,
      ]);
      if (!stored) return null;
      const { attempt_id, reason, note, day, from, to } = stored;
      const photo = taken ? new Blob([taken.bytes], { type: taken.type }) : null;
      return { attempt_id, reason, photo, note, day, from, to };
    },
    /**
     * Resolves once the draft is durable; its photo is written only if `changes` contains one. `wanted` is
     * called just before; false discards them.
     */
    async save(
      user_id: string,
      order_id: string,
      { photo, ...fields }: AttemptDraft,
      changes: Partial<AttemptDraft>,
      wanted = () => true,
    ): Promise<void> {
      const bytes = photo && 'photo' in changes ? await photo.arrayBuffer() : null;
      if (!wanted()) return;
      const saved: StoredAttemptDraft = { ...fields, user_id, order_id, saved_at: environment.now() };
      const write = async (tx: Writing<Pick<DeviceRecords, 'notes'>>) => {
        await tx.put('notes', saved, noteOf(user_id, order_id));
        if (photo && bytes)
          await tx.put('notes', { bytes, type: photo.type }, photoNoteOf(user_id, order_id));
        if (!photo) await tx.delete('notes', photoNoteOf(user_id, order_id));
      };
      await store.write(['notes'], write, 'durable');
    },
    clear: (user_id: string, order_id: string): Promise<void> =>
      store.write(['notes'], (tx) => deleteAttemptDraft(tx, { user_id, order_id })),
  };
}

/** Returns the drafts of all users; those whose attempt is made already only if `with_made` is set. */
export async function attemptDrafts(tx: Reading<Records>, with_made = false): Promise<StoredAttemptDraft[]> {
  const stored = (await tx.all('notes', DRAFTS)) as StoredAttemptDraft[];
  const made = await Promise.all(stored.map(({ attempt_id }) => getEntry(tx, attempt_id)));
  return stored.filter((_, at) => with_made || made[at] === undefined);
}

export async function deleteAttemptDraft(
  tx: Writing<Pick<DeviceRecords, 'notes'>>,
  { user_id, order_id }: Pick<StoredAttemptDraft, 'user_id' | 'order_id'>,
): Promise<void> {
  await tx.delete('notes', noteOf(user_id, order_id));
  await tx.delete('notes', photoNoteOf(user_id, order_id));
}

/** A page that dies between making the attempt and deleting its draft leaves the draft. */
async function draftIn(tx: Reading<Records>, key: string): Promise<StoredAttemptDraft | null> {
  const stored = (await tx.get('notes', key)) as StoredAttemptDraft | undefined;
  return stored && !(await getEntry(tx, stored.attempt_id)) ? stored : null;
}
