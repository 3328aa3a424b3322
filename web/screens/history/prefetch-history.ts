import type { OwnHistory } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { identity } from '../../api/identity.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { authState } from '../../session/device-session.ts';
import { FRESH_MS, isFresh } from './page-age.ts';
import { fetchPage, storedPage, storePage } from './read-history.ts';
import { roomForReceipts, storeReceipts } from './stored-receipts.ts';

/** Returns true once the pages are no longer needed: the screen was left, or another user has signed in. */
type Stopped = () => boolean;

/**
 * Stores the pages older than `newest` on the device, one after another, and the receipts of their handovers,
 * for use offline. Throws like `callEndpoint`.
 */
export async function storeOlderPages(
  user_id: string,
  newest: OwnHistory,
  { stopped, receipts }: { stopped: Stopped; receipts: boolean },
): Promise<void> {
  const gone = () => stopped() || identity().user_id() !== user_id;
  const with_receipts = receipts && (await roomForReceipts());
  for (let page = newest; !gone(); ) {
    if (with_receipts) await storeReceipts(user_id, page, gone);
    const before = page.next_before;
    if (before === null || gone()) return;
    page = (await freshPage(user_id, before)) ?? (await fetchAndStore(user_id, before));
  }
}

async function freshPage(user_id: string, before: string): Promise<OwnHistory | null> {
  const stored = await storedPage(user_id, before);
  return stored && isFresh(before, stored.as_of, thisTab.now()) ? stored.page : null;
}

async function fetchAndStore(user_id: string, before: string): Promise<OwnHistory> {
  const as_of = thisTab.now();
  const page = await fetchPage(user_id, before);
  await storePage(user_id, before, { page, as_of });
  return page;
}

/**
 * Stores the driver's history at most twice a day, after all other prefetches, so that it is available
 * offline even if the driver never opened it. The newest page is stored last: it marks the others as
 * complete.
 */
export async function prefetchHistory(): Promise<void> {
  const { profile } = authState.snapshot();
  if (profile?.role !== 'Driver' || profile.driver === null) return;
  const stored = await storedPage(profile.id, null);
  if (stored && thisTab.now() - stored.as_of < FRESH_MS) return;
  const as_of = thisTab.now();
  const newest = await fetchPage(profile.id, null);
  await storeOlderPages(profile.id, newest, { stopped: () => false, receipts: false });
  if (identity().user_id() === profile.id) await storePage(profile.id, null, { page: newest, as_of });
}
