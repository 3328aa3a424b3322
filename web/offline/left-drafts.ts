import { KEPT, type KeptTexts, parsed } from '../world/kept-texts.ts';
import type { World } from '../world/world.ts';
import { deviceStore, type StoredDraft } from './device-records.ts';
import { draftsInUse } from './drafts.ts';

/** Drafts whose person does not come back are kept for this long. */
const WAITED_MS_MAX = 30 * 24 * 3_600_000;

type Left = { user_id: string /** ms since epoch */; at: number };

export type LeftDrafts = {
  /**
   * Deletes the drafts of somebody who signs out, whenever the device's clock says that they were made; not those of deliveries that
   * are confirmed and not recorded. A note lets the next start finish it where the page goes meanwhile.
   */
  leaveNone(user_id: string): Promise<void>;
  /** At the start of a page: finishes what a sign-out could not, and deletes what others than this user have waited for too long. */
  tidy(user_id: string | null): Promise<void>;
};

export function createLeftDrafts(world: World, kept: KeptTexts): LeftDrafts {
  function note(left: Left | null): Promise<void> {
    return kept.write({ [KEPT.left]: left && JSON.stringify(left) });
  }

  return {
    async leaveNone(user_id) {
      await note({ user_id, at: world.now() });
      await clearDrafts(world, (draft) => draft.user_id === user_id);
      await note(null);
    },
    async tidy(user_id) {
      const left = parsed(kept.read(KEPT.left)) as Left | null;
      const oldest = world.now() - WAITED_MS_MAX;
      const isLate = (draft: StoredDraft) => draft.user_id !== user_id && draft.saved_at < oldest;
      await clearDrafts(world, (draft) => isLate(draft) || (left !== null && isLeft(left)(draft)));
      if (left) await note(null);
    },
  };
}

function clearDrafts(world: World, which: (draft: StoredDraft) => boolean): Promise<void> {
  return deviceStore(world).write(['entries', 'drafts', 'draft_photos'], async (tx) => {
    const isInUse = draftsInUse(await tx.all('entries'));
    for (const draft of await tx.all('drafts')) {
      if (isInUse(draft) || !which(draft)) continue;
      await tx.delete('drafts', [draft.user_id, draft.order_id]);
      await tx.delete('draft_photos', [draft.user_id, draft.order_id]);
    }
  });
}

/** What was entered after signing in again is no longer of that visit. */
function isLeft({ user_id, at }: Left): (draft: StoredDraft) => boolean {
  return (draft) => draft.user_id === user_id && draft.saved_at <= at;
}
