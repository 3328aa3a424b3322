/**
 * The credentials of a request. The session provides them; the API client has no other dependency on
 * sessions.
 */
export type Credentials = { user_id: string; access_token: string };

export type Identity = {
  /** The signed-in user, available synchronously and offline; null if no user is signed in. */
  user_id(): string | null;
  /** Calls the listener whenever `user_id()` may have changed. */
  subscribe(listener: () => void): () => void;
  /**
   * A token that should be valid, refreshed first if needed. Null if no user is signed in; throws NoResponse.
   */
  credentials(): Promise<Credentials | null>;
  /** Another token after the server rejected this one; null if the session has ended. Throws NoResponse. */
  renew(refused_token: string): Promise<Credentials | null>;
};

const SIGNED_OUT: Identity = {
  user_id: () => null,
  subscribe: () => () => {},
  credentials: () => Promise.resolve(null),
  renew: () => Promise.resolve(null),
};

let provided: Identity = SIGNED_OUT;

export function provideIdentity(identity: Identity): void {
  provided = identity;
}

export function identity(): Identity {
  return provided;
}
