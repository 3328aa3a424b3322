import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { SessionEnd } from '../../contract/rules/sign-in/session-end.ts';

export type SessionUser = { id: string; email: string };

export type Session = {
  access_token: string;
  refresh_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
  /** Unix seconds by the device's own clock, which is the one it is compared with. */
  expires_at: number;
  /** When the session ends, however much it is used, in Unix seconds by the device's clock; a server of before does not say. */
  ends_at?: number;
  user: SessionUser;
};

export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED';

/** Why this device is signed out; `unknown` when the server did not say. */
export type Ended = SessionEnd | 'unknown';

/**
 * What became of the newest read of the profile. `no_profile`: the server says there is none. `no_connection`: neither network
 * nor a stored profile, never a reason for /login (ruling C4). `failed`: another answer; a stored profile then still serves.
 */
type ProfileError = { kind: 'no_profile' | 'failed' | 'no_connection'; error: unknown };

export type AuthSnapshot = {
  user: SessionUser | null;
  session: Session | null;
  profile: Profile | null;
  profile_error: ProfileError | null;
  /** Why the session of before is over; null when its person signed out here, and once somebody is signed in. */
  ended: Ended | null;
  /** True until it is known who is signed in and, with a user, what became of the profile. */
  loading: boolean;
};

export type SessionContextValue = AuthSnapshot & {
  /** Resolves once signed in. Throws SignInError (its message is the provider's) or NoAnswer. */
  signIn(email: string, password: string): Promise<void>;
  /** Clears the device at once, one's drafts included, and revokes when it can. Ask first when there is unsent work. */
  signOut(): Promise<void>;
  refreshProfile(): Promise<void>;
  /** Call once the server has taken a new password. */
  passwordChanged(): Promise<void>;
};
