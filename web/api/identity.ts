/** Who is asking. The session provides it; the client below knows no more of sessions than this. */
export type Credentials = { user_id: string; access_token: string };

export type Identity = {
  /** The signed-in user, at once and offline too; null when nobody is. */
  user_id(): string | null;
  /** Calls the listener whenever `user_id()` may have changed. */
  subscribe(listener: () => void): () => void;
  /** A token that should be good, refreshed first when needed. Null when nobody is signed in; throws NoAnswer. */
  credentials(): Promise<Credentials | null>;
  /** Another token after the server refused this one; null when the session is dead. Throws NoAnswer. */
  renew(refused_token: string): Promise<Credentials | null>;
};

const NOBODY: Identity = {
  user_id: () => null,
  subscribe: () => () => {},
  credentials: () => Promise.resolve(null),
  renew: () => Promise.resolve(null),
};

let provided: Identity = NOBODY;

export function provideIdentity(identity: Identity): void {
  provided = identity;
}

export function identity(): Identity {
  return provided;
}
