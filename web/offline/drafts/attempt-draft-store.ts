import type { Environment } from '../../environment/environment.ts';
import type { Reading, Writing } from '../../environment/store.ts';
import { type DeviceRecords, deviceStore, type StoredBytes } from '../device-records.ts';
import { ENTRY_STORES, getEntry } from '../entry-store.ts';
import {
  type AttemptDraft,
  type AttemptDraftRecords,
  attemptDraftNote,
  attemptPhotoNote,
  deleteAttemptDraft,
  type StoredAttemptDraft,
} from './attempt-drafts.ts';

/** The drafts of attempts on this device, kept as notes: older builds ignore unfamiliar ones. */
export function createAttemptDrafts(environment: Environment) {
  const store = deviceStore(environment);
  return {
    /** Returns the draft of a user and order; null if there is none, or if its attempt is made already. */
    async read(user_id: string, order_id: string): Promise<AttemptDraft | null> {
      const [stored, taken] = await store.read(ENTRY_STORES, async (tx) => [
        await draftIn(tx, attemptDraftNote(user_id, order_id)),
        (await tx.get('notes', attemptPhotoNote(user_id, order_id))) as StoredBytes | undefined,
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
        await tx.put('notes', saved, attemptDraftNote(user_id, order_id));
        if (photo && bytes)
          await tx.put('notes', { bytes, type: photo.type }, attemptPhotoNote(user_id, order_id));
        if (!photo) await tx.delete('notes', attemptPhotoNote(user_id, order_id));
      };
      await store.write(['notes'], write, 'durable');
    },
    clear: (user_id: string, order_id: string): Promise<void> =>
      store.write(['notes'], (tx) => deleteAttemptDraft(tx, { user_id, order_id })),
  };
}

/** A page that dies between making the attempt and deleting its draft leaves the draft. */
async function draftIn(tx: Reading<AttemptDraftRecords>, key: string): Promise<StoredAttemptDraft | null> {
  const stored = (await tx.get('notes', key)) as StoredAttemptDraft | undefined;
  return stored && !(await getEntry(tx, stored.attempt_id)) ? stored : null;
}
