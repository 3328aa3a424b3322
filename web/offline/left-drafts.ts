import type { DeviceDatabase, StoredDraft } from './device-database.ts';
import { draftsInUse } from './drafts-in-use.ts';

/** Drafts whose person does not come back are kept for this long. */
const WAITED_MS_MAX = 30 * 24 * 3_600_000;
const KEY = 'mandoob.left';

type Left = { user_id: string /** ms since epoch */; at: number };

/**
 * Deletes the drafts of somebody who signs out, whenever the device's clock says that they were made; not those of deliveries that are
 * confirmed and not recorded. A note lets the next start finish it where the page goes meanwhile.
 */
export async function leaveNoDrafts(user_id: string, database: DeviceDatabase): Promise<void> {
  writeNote({ user_id, at: Date.now() });
  await clearDrafts((draft) => draft.user_id === user_id, database);
  writeNote(null);
}

/**
 * At the start of a page: finishes what a sign-out could not, and deletes what others than this user have waited for too long.
 * `now` in ms since epoch.
 */
export async function tidyDrafts(
  user_id: string | null,
  now: number,
  database: DeviceDatabase,
): Promise<void> {
  const left = readNote();
  const isLate = (draft: StoredDraft) => draft.user_id !== user_id && draft.saved_at < now - WAITED_MS_MAX;
  await clearDrafts((draft) => isLate(draft) || (left !== null && isLeft(left)(draft)), database);
  writeNote(null);
}

async function clearDrafts(which: (draft: StoredDraft) => boolean, database: DeviceDatabase): Promise<void> {
  await database.run(async (db) => {
    const tx = db.transaction(['entries', 'drafts', 'draft_photos'], 'readwrite');
    const [drafts, photos] = [tx.objectStore('drafts'), tx.objectStore('draft_photos')];
    const isInUse = draftsInUse(await tx.objectStore('entries').getAll());
    for (const draft of await drafts.getAll()) {
      if (isInUse(draft) || !which(draft)) continue;
      await Promise.all([
        drafts.delete([draft.user_id, draft.order_id]),
        photos.delete([draft.user_id, draft.order_id]),
      ]);
    }
    await tx.done;
  });
}

/** What was entered after signing in again is no longer of that visit. */
function isLeft({ user_id, at }: Left): (draft: StoredDraft) => boolean {
  return (draft) => draft.user_id === user_id && draft.saved_at <= at;
}

function readNote(): Left | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Left | null;
  } catch {
    return null;
  }
}

function writeNote(left: Left | null): void {
  try {
    if (left) localStorage.setItem(KEY, JSON.stringify(left));
    else localStorage.removeItem(KEY);
  } catch {
    // Without the note only a page that goes while it deletes leaves something behind.
  }
}
