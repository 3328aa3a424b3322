import type { EndpointQuery } from '../../../contract/operations/endpoint-schemas.ts';
import { type EndpointResult, type ReadName, useEndpoint } from '../../api/use-endpoint.ts';

/** A hint that was missed makes a screen in view wrong for no longer (ruling G3). */
const ANEW_MS = 30_000;

/** A read of the desk: live by hints, anew by itself at the latest after 30 s, and never kept on the device. */
export function useDeskRead<N extends ReadName>(
  name: N,
  query?: EndpointQuery<N>,
  { enabled = true }: { enabled?: boolean } = {},
): EndpointResult<N> {
  return useEndpoint(name, query, { refetchInterval: ANEW_MS, enabled, kept: false });
}
