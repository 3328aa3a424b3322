import { ANNOUNCED_MS } from '../../contract/rules/sign-in/session-end.ts';
import type { Session } from './session-types.ts';

/**
 * When the session ends by the server's clock, once that is to be announced; null before, and when nothing is known. `now_ms` is
 * the device's clock, and `offset_ms` what has to be added to it.
 */
export function announcedEnd(session: Session | null, now_ms: number, offset_ms: number): Date | null {
  if (session?.ends_at === undefined) return null;
  const ends_ms = session.ends_at * 1000;
  return ends_ms - now_ms <= ANNOUNCED_MS ? new Date(ends_ms + offset_ms) : null;
}
