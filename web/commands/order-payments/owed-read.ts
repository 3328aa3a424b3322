import { listOwedAtDoor } from '../../../contract/operations/screens/list-owed-at-door.ts';
import { registerEndpoints } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain, useEndpoint } from '../../api/use-endpoint.ts';
import { useCommandChanges } from '../use-entries.ts';

registerEndpoints({ list_owed_at_door: listOwedAtDoor });

const REFRESH_MS = 60_000;
/** Several screens share one read within this time. */
const FRESH_MS = 10_000;

/** The orders that the user delivered and on which an amount is owed, also offline. */
export function useOwedAtDoor({ enabled = true } = {}) {
  const read = useEndpoint('list_owed_at_door', undefined, {
    refetchInterval: REFRESH_MS,
    fresh_ms: FRESH_MS,
    enabled,
  });
  useCommandChanges('collect_owed', enabled ? read.refetch : noRefetch);
  return read;
}

const noRefetch = async () => {};

/** Stores the list on the device, so that it is available offline. Throws like `callEndpoint`. */
export async function readOwedAhead(): Promise<void> {
  await readAgain(queryClient, 'list_owed_at_door', FRESH_MS);
}
