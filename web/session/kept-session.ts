import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { SESSION_ENDS } from '../../contract/rules/sign-in/session-end.ts';
import { KEPT, type KeptChanges, type KeptTexts, parsed } from '../world/kept-texts.ts';
import type { Ended, Session } from './session-types.ts';

/** Returns the device's session: shared by all tabs, available synchronously and without a network. */
export function readSession(kept: KeptTexts): Session | null {
  return sessionIn(kept.read(KEPT.session));
}

export function sessionIn(text: string | null): Session | null {
  const session = parsed(text) as Partial<Session> | null;
  const whole =
    typeof session?.access_token === 'string' &&
    typeof session.refresh_token === 'string' &&
    typeof session.expires_at === 'number' &&
    typeof session.user?.id === 'string';
  return whole ? (session as Session) : null;
}

/**
 * Returns the texts to store for this session; `ended`: the reason why there is none, if it is to be shown.
 */
export function sessionChanges(session: Session | null, ended: Ended | null): KeptChanges {
  return { [KEPT.ended]: textOf(ended), [KEPT.session]: textOf(session) };
}

/** Returns why this device is signed out; null if there is no reason to show. */
export function readEnded(kept: KeptTexts): Ended | null {
  const reason = parsed(kept.read(KEPT.ended));
  return reason === null ? null : (SESSION_ENDS.find((known) => known === reason) ?? 'unknown');
}

/** Returns the user's profile as last read from the server (ruling C4). */
export function readProfile(kept: KeptTexts, user_id: string): Profile | null {
  const profile = parsed(kept.read(KEPT.profile)) as Profile | null;
  return profile?.id === user_id ? profile : null;
}

export function writeProfile(kept: KeptTexts, profile: Profile | null): Promise<void> {
  return kept.write({ [KEPT.profile]: textOf(profile) });
}

function textOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
