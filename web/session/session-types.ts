import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { SessionEnd } from '../../contract/rules/sign-in/session-end.ts';

export type SessionUser = { id: string; email: string };

export type Session = {
  access_token: string;
  refresh_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
  /** Unix seconds by the device's own clock, with which it is compared. */
  expires_at: number;
  /**
   * The end of the session, regardless of use, in Unix seconds by the device's clock. Missing from older
   * servers.
   */
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

/** The reason why this device is signed out; `unknown` if the server gave none. */
export type EndReason = SessionEnd | 'unknown';

/**
 * The error of the last profile request. `no_profile`: the server has none. `no_connection`: no network and
 * no stored profile; never a reason for /login (ruling C4). `failed`: any other response; a stored profile
 * remains in use.
 */
type ProfileError = { kind: 'no_profile' | 'failed' | 'no_connection'; error: unknown };

export type AuthSnapshot = {
  user: SessionUser | null;
  session: Session | null;
  profile: Profile | null;
  profile_error: ProfileError | null;
  /**
   * The reason why the previous session ended; null if the user signed out here, and once a user is signed
   * in.
   */
  ended: EndReason | null;
  /** True until the user is known and, if signed in, the profile request has an outcome. */
  loading: boolean;
};

export type SessionContextValue = AuthSnapshot & {
  /** Resolves once signed in. Throws SignInError (with the provider's message) or NoResponse. */
  signIn(email: string, password: string): Promise<void>;
  /**
   * Signs out on the device at once, deletes the user's drafts, and revokes the session when possible. Ask
   * the user first if there is unsent work.
   */
  signOut(): Promise<void>;
  refreshProfile(): Promise<void>;
  /** Call it once the server has accepted a new password. */
  passwordChanged(): Promise<void>;
};
