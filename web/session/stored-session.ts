import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { SESSION_ENDS } from '../../contract/rules/sign-in/session-end.ts';
import {
  parseJson,
  STORED_KEYS,
  type StoredTextChanges,
  type StoredTexts,
} from '../environment/stored-texts.ts';
import type { EndReason, Session } from './session-types.ts';

/** Returns the device's session: shared by all tabs, available synchronously and without a network. */
export function readSession(kept: StoredTexts): Session | null {
  return parseSession(kept.read(STORED_KEYS.session));
}

export function parseSession(text: string | null): Session | null {
  const session = parseJson(text) as Partial<Session> | null;
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
export function sessionChanges(session: Session | null, ended: EndReason | null): StoredTextChanges {
  return { [STORED_KEYS.ended]: textOf(ended), [STORED_KEYS.session]: textOf(session) };
}

/** Returns why this device is signed out; null if there is no reason to show. */
export function readEndReason(kept: StoredTexts): EndReason | null {
  const reason = parseJson(kept.read(STORED_KEYS.ended));
  return reason === null ? null : (SESSION_ENDS.find((known) => known === reason) ?? 'unknown');
}

/** Returns the user's profile as last read from the server. */
export function readProfile(kept: StoredTexts, user_id: string): Profile | null {
  const profile = parseJson(kept.read(STORED_KEYS.profile)) as Profile | null;
  return profile?.id === user_id ? profile : null;
}

export function writeProfile(kept: StoredTexts, profile: Profile | null): Promise<void> {
  return kept.write({ [STORED_KEYS.profile]: textOf(profile) });
}

function textOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
