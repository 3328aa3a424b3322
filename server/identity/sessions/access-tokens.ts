import type { Context } from 'hono';
import { UUID } from '../../../contract/rules/ids.ts';
import type { Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import { deriveKeys } from '../../platform/secrets/keys.ts';
import { isOver, readClaims, signToken } from '../../platform/secrets/signed-tokens.ts';

const ACCESS_TOKEN_SECONDS = 3600;

/**
 * The time after its expiry in which a token can still sign out: devices revoke once they are online again
 * (ruling E2).
 */
const SIGN_OUT_GRACE_SECONDS = 30 * 24 * 3600;

const AUDIENCE = 'authenticated';

/** The number of cached tokens, a few hundred bytes each. */
const KNOWN_MAX = 1_000;

/** The content of a token. Shop and role are not in it: the server reads them from the database. */
export type AccessToken = { session_id: string; user_id: string };

export type AccessTokens = ReturnType<typeof accessTokens>;

/** Signs with the first of the secrets and verifies with all. */
export function accessTokens({ auth_secrets, now }: Pick<Services, 'auth_secrets' | 'now'>) {
  const keys = deriveKeys(auth_secrets, 'access tokens');
  const [signing_key] = keys;
  if (!signing_key) throw new Error('no secret to sign access tokens with');
  /**
   * Verified tokens by their text: devices send the same token with each request, and only its expiry changes
   * validity.
   */
  const known = new Map<string, ReadToken>();
  const readOnce = (text: string): ReadToken | null => {
    const cached = known.get(text);
    if (cached) return cached;
    const token = readWith(keys, text);
    if (!token) return null;
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(text, token);
    return token;
  };
  const readUntil = (text: string, tolerance_s: number): AccessToken | null => {
    const token = readOnce(text);
    return token && !isOver(token, now(), tolerance_s) ? token.content : null;
  };
  /** Reads a token; null if it is not valid. */
  const read = (text: string) => readUntil(text, 0);
  const tokenOf = (c: Context): ReadToken => {
    const bearer = bearerOf(c);
    const token = bearer === undefined ? null : readOnce(bearer);
    if (!token || isOver(token, now(), 0)) throw new Problem('not_signed_in');
    return token;
  };
  return {
    /**
     * Signs a token valid for an hour, at most `ends_in_s` seconds. Returns its expiry in seconds and in Unix
     * seconds.
     */
    sign: ({ session_id, user_id }: AccessToken, ends_in_s = ACCESS_TOKEN_SECONDS) => {
      const issued_at = Math.floor(now().getTime() / 1000);
      const expires_in = Math.min(ACCESS_TOKEN_SECONDS, Math.max(ends_in_s, 0));
      const expires_at = issued_at + expires_in;
      const claims = {
        session_id,
        role: AUDIENCE,
        aud: AUDIENCE,
        sub: user_id,
        iat: issued_at,
        exp: expires_at,
      };
      return { access_token: signToken(signing_key, claims), expires_in, expires_at };
    },
    read,
    /** Like `read`, but accepts a token for some time after its expiry. */
    readForSignOut: (text: string) => readUntil(text, SIGN_OUT_GRACE_SECONDS),
    /**
     * Returns the session of the request's token; only the database knows whether it is live. Throws
     * `not_signed_in`.
     */
    sessionOf: async (c: Context): Promise<string> => tokenOf(c).content.session_id,
    /** Returns the expiry of the request's token. Throws `not_signed_in`. */
    tokenEnd: (c: Context): Date => new Date(tokenOf(c).exp * 1000),
  };
}

/** `exp` is the expiry in Unix seconds. */
type ReadToken = { content: AccessToken; exp: number };

function readWith(keys: readonly Uint8Array[], text: string): ReadToken | null {
  const claims = readClaims(keys, text, AUDIENCE);
  const session_id = claims?.session_id;
  if (!claims?.sub || typeof session_id !== 'string' || !UUID.test(session_id)) return null;
  return { content: { session_id, user_id: claims.sub }, exp: claims.exp };
}

/** Returns the token of `Authorization: Bearer …`, if present. */
export function bearerOf(c: Context): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}
