import type { EndpointQuery } from '../../../contract/operations/endpoint-schemas.ts';
import { type EndpointResult, type ReadName, useEndpoint } from '../../api/use-endpoint.ts';

/**
 * The refetch interval in ms: the longest time for which a missed hint leaves a screen outdated (ruling G3).
 */
const REFETCH_MS = 30_000;

/**
 * A read of the desk: updated by hints, refetched after 30 s at the latest, and never stored on the device.
 */
export function useDeskRead<N extends ReadName>(
  name: N,
  query?: EndpointQuery<N>,
  { enabled = true }: { enabled?: boolean } = {},
): EndpointResult<N> {
  return useEndpoint(name, query, { refetchInterval: REFETCH_MS, enabled, kept: false });
}
