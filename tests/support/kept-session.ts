import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { createExchange } from '../../web/api/request.ts';
import { createServerClock } from '../../web/api/server-clock.ts';
import { createAuthProtocol } from '../../web/session/auth-protocol.ts';
import { createSessionStore, type SessionStore } from '../../web/session/session-store.ts';
import type { Session } from '../../web/session/session-types.ts';
import { createKeptTexts, KEPT, type KeptName, type KeptTexts } from '../../web/world/kept-texts.ts';
import type { World } from '../../web/world/world.ts';

/** Values under the keys of older builds, which the product keeps up to date immediately (decision 26). */
export const readSession = () => read(KEPT.session) as Session | null;
export const readEnded = () => read(KEPT.ended) as string | null;
export const readProfile = () => read(KEPT.profile) as Profile | null;

/** Writes as an older build would. */
export const writeSession = (session: Session | null) => write(KEPT.session, session);
export const writeProfile = (profile: Profile | null) => write(KEPT.profile, profile);

export type SessionTab = { world: World; kept: KeptTexts; store: SessionStore };

/** The session of one tab of this environment, not opened yet. */
export function sessionTab(world: World): SessionTab {
  const kept = createKeptTexts(world);
  const exchange = createExchange(world, createServerClock(kept, world));
  return { world, kept, store: createSessionStore(world, kept, createAuthProtocol(world, exchange, kept)) };
}

function read(key: KeptName): unknown {
  return JSON.parse(localStorage.getItem(key) ?? 'null');
}

function write(key: KeptName, value: unknown): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}
