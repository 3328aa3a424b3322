import type { DateText } from '../../../contract/rules/dates/dates.ts';
import type { KeyRange, Reading, Writing } from '../../environment/store.ts';
import type { DeviceRecords } from '../device-records.ts';
import { type ENTRY_STORES, getEntry } from '../entry-store.ts';

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

export type StoredAttemptDraft = Omit<AttemptDraft, 'photo'> & {
  user_id: string;
  order_id: string;
  /** ms since epoch. */
  saved_at: number;
};

export type AttemptDraftRecords = Pick<DeviceRecords, (typeof ENTRY_STORES)[number]>;

const START = 'attempt_draft ';
const PHOTO_START = 'attempt_draft_photo ';
const DRAFTS: KeyRange = { starts_with: START };

export const attemptDraftNote = (user_id: string, order_id: string) => `${START}${user_id} ${order_id}`;
/** A note of its own, so that a keystroke does not write the photo again. */
export const attemptPhotoNote = (user_id: string, order_id: string) => `${PHOTO_START}${user_id} ${order_id}`;

/** Returns the drafts of all users; those whose attempt is made already only if `with_made` is set. */
export async function attemptDrafts(
  tx: Reading<AttemptDraftRecords>,
  with_made = false,
): Promise<StoredAttemptDraft[]> {
  const stored = (await tx.all('notes', DRAFTS)) as StoredAttemptDraft[];
  const made = await Promise.all(stored.map(({ attempt_id }) => getEntry(tx, attempt_id)));
  return stored.filter((_, at) => with_made || made[at] === undefined);
}

export async function deleteAttemptDraft(
  tx: Writing<Pick<DeviceRecords, 'notes'>>,
  { user_id, order_id }: Pick<StoredAttemptDraft, 'user_id' | 'order_id'>,
): Promise<void> {
  await tx.delete('notes', attemptDraftNote(user_id, order_id));
  await tx.delete('notes', attemptPhotoNote(user_id, order_id));
}
