import { ANNOUNCED_MS } from '../../contract/rules/sign-in/session-end.ts';
import type { Session } from './session-types.ts';

/**
 * Returns the session's end by the server's clock once it is to be announced; null before, and if it is
 * unknown. `now_ms`: the device's clock. `offset_ms`: the server's clock minus the device's.
 */
export function announcedEnd(session: Session | null, now_ms: number, offset_ms: number): Date | null {
  if (session?.ends_at === undefined) return null;
  const ends_ms = session.ends_at * 1000;
  return ends_ms - now_ms <= ANNOUNCED_MS ? new Date(ends_ms + offset_ms) : null;
}
