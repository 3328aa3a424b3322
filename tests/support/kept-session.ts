import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { createExchange } from '../../web/api/request.ts';
import { createServerClock } from '../../web/api/server-clock.ts';
import type { Environment } from '../../web/environment/environment.ts';
import {
  createStoredTexts,
  STORED_KEYS,
  type StoredTextKey,
  type StoredTexts,
} from '../../web/environment/stored-texts.ts';
import { createAuthProtocol } from '../../web/session/auth-protocol.ts';
import { createSessionStore, type SessionStore } from '../../web/session/session-store.ts';
import type { Session } from '../../web/session/session-types.ts';

/** Values under the keys of older builds, which the product keeps up to date immediately (decision 26). */
export const readSession = () => read(STORED_KEYS.session) as Session | null;
export const readEnded = () => read(STORED_KEYS.ended) as string | null;
export const readProfile = () => read(STORED_KEYS.profile) as Profile | null;

/** Writes a value as an older build would. */
export const writeSession = (session: Session | null) => write(STORED_KEYS.session, session);
export const writeProfile = (profile: Profile | null) => write(STORED_KEYS.profile, profile);

export type SessionTab = { environment: Environment; kept: StoredTexts; store: SessionStore };

/** The session of one tab of this environment, not opened yet. */
export function sessionTab(environment: Environment): SessionTab {
  const kept = createStoredTexts(environment);
  const exchange = createExchange(environment, createServerClock(kept, environment));
  return {
    environment,
    kept,
    store: createSessionStore(environment, kept, createAuthProtocol(environment, exchange, kept)),
  };
}

function read(key: StoredTextKey): unknown {
  return JSON.parse(localStorage.getItem(key) ?? 'null');
}

function write(key: StoredTextKey, value: unknown): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}
