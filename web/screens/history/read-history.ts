import type { OwnHistory } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { readOwnHistory } from '../../../contract/operations/screens/read-own-history.ts';
import { registerEndpoints } from '../../api/client.ts';
import { readStore, type StoredRead } from '../../api/read-store.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { type EndpointResult, storedKey, useEndpoint } from '../../api/use-endpoint.ts';
import { useCommandChanges } from '../../commands/use-entries.ts';

registerEndpoints({ read_own_history: readOwnHistory });

const REFRESH_MS = 30_000;

export type HistoryRead = EndpointResult<'read_own_history'>;

/**
 * Reads the days before `before`; null reads the newest page: today and yesterday, which may still change.
 */
export function useHistory(before: string | null): HistoryRead {
  const options = before === null ? { refetchInterval: REFRESH_MS } : {};
  const read = useEndpoint('read_own_history', queryOf(before), options);
  useCommandChanges('correct_delivery', read.refetch);
  return read;
}

function queryOf(before: string | null): { before: string } | undefined {
  return before === null ? undefined : { before };
}

type StoredPage = { page: OwnHistory; as_of: number };

/** Returns the page stored on the device, or null. */
export async function storedPage(user_id: string, before: string | null): Promise<StoredPage | null> {
  const stored = await readStore().read(user_id, storedKey('read_own_history', queryOf(before)));
  return stored && { page: stored.answer as OwnHistory, as_of: stored.as_of };
}

export async function fetchPage(user_id: string, before: string | null): Promise<OwnHistory> {
  const query = queryOf(before);
  return await callEndpoint('read_own_history', { as_user: user_id, ...(query && { query }) });
}

/** Stores a page and the time of its request under the key that the screen reads. */
export async function storePage(
  user_id: string,
  before: string | null,
  { page, as_of }: { page: OwnHistory; as_of: number },
): Promise<void> {
  const stored: StoredRead = { answer: page, as_of };
  await readStore().write(user_id, storedKey('read_own_history', queryOf(before)), stored);
}
