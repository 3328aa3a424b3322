import { SESSION_ENDS } from '../../contract/rules/session-end.ts';
import type { Profile } from '../../contract/schemas/profile.ts';
import type { Ended, Session } from './session-types.ts';

/** What the device remembers of who is signed in: shared by all tabs, there at once, and there without a network. */
export const SESSION_KEY = 'mandoob.session';
const PROFILE_KEY = 'mandoob.profile';
const ENDED_KEY = 'mandoob.ended';

/** For browsers that forbid storage: the session then lasts as long as the page. */
const memory = new Map<string, string>();

export function readSession(): Session | null {
  const kept = read(SESSION_KEY) as Partial<Session> | null;
  const whole =
    typeof kept?.access_token === 'string' &&
    typeof kept.refresh_token === 'string' &&
    typeof kept.expires_at === 'number' &&
    typeof kept.user?.id === 'string';
  return whole ? (kept as Session) : null;
}

export function writeSession(session: Session | null): void {
  write(SESSION_KEY, session);
}

/** Why nobody is signed in on this device any more; null when there is no reason to tell. */
export function readEnded(): Ended | null {
  const kept = read(ENDED_KEY);
  return kept === null ? null : (SESSION_ENDS.find((known) => known === kept) ?? 'unknown');
}

export function writeEnded(ended: Ended | null): void {
  write(ENDED_KEY, ended);
}

/** The profile this user had when the server was last asked (ruling C4). */
export function readProfile(user_id: string): Profile | null {
  const kept = read(PROFILE_KEY) as Profile | null;
  return kept?.id === user_id ? kept : null;
}

export function writeProfile(profile: Profile | null): void {
  write(PROFILE_KEY, profile);
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return JSON.parse(memory.get(key) ?? 'null');
  }
}

function write(key: string, value: unknown): void {
  memory.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    if (value !== null) memory.set(key, JSON.stringify(value));
  }
}
