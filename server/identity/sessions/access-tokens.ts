import type { Context } from 'hono';
import { UUID } from '../../../contract/rules/ids.ts';
import type { Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import { deriveKeys } from '../../platform/secrets/keys.ts';
import { isOver, readClaims, signToken } from '../../platform/secrets/signed-tokens.ts';

const ACCESS_TOKEN_SECONDS = 3600;

/** How long after its end a token still signs its session out: a phone revokes when it has a network again (ruling E2). */
const SIGN_OUT_GRACE_SECONDS = 30 * 24 * 3600;

const AUDIENCE = 'authenticated';

/** So many tokens of ours are known again by their text, a few hundred bytes each. */
const KNOWN_MAX = 1_000;

/** All a token says. Shop and role are not in it: the server reads them from the database (ruling C1). */
export type AccessToken = { session_id: string; user_id: string };

export type AccessTokens = ReturnType<typeof accessTokens>;

/** The first of the secrets signs, all verify. */
export function accessTokens({ auth_secrets, now }: Pick<Services, 'auth_secrets' | 'now'>) {
  const keys = deriveKeys(auth_secrets, 'access tokens');
  const [signing_key] = keys;
  if (!signing_key) throw new Error('no secret to sign access tokens with');
  /** What a device sends with each request, read once: but for its end, what is true of a token stays so. */
  const known = new Map<string, ReadToken>();
  const readOnce = (text: string): ReadToken | null => {
    const before = known.get(text);
    if (before) return before;
    const token = readWith(keys, text);
    if (!token) return null;
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(text, token);
    return token;
  };
  const readUntil = (text: string, tolerance_s: number): AccessToken | null => {
    const token = readOnce(text);
    return token && !isOver(token, now(), tolerance_s) ? token.said : null;
  };
  /** Null for whatever is not a good token of ours. */
  const read = (text: string) => readUntil(text, 0);
  const tokenOf = (c: Context): ReadToken => {
    const bearer = bearerOf(c);
    const token = bearer === undefined ? null : readOnce(bearer);
    if (!token || isOver(token, now(), 0)) throw new Problem('not_signed_in');
    return token;
  };
  return {
    /** A token good for an hour, or until its session ends in `ends_in_s` seconds; and its end, in seconds and in Unix seconds. */
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
    /** As `read`, and also soon after the token's end. */
    readForSignOut: (text: string) => readUntil(text, SIGN_OUT_GRACE_SECONDS),
    /** The session that the request's token names; whether it still lives is the database's to say. Throws `not_signed_in`. */
    sessionOf: async (c: Context): Promise<string> => tokenOf(c).said.session_id,
    /** When the request's token ends. Throws `not_signed_in`. */
    tokenEnd: (c: Context): Date => new Date(tokenOf(c).exp * 1000),
  };
}

/** `exp`: its end, in Unix seconds. */
type ReadToken = { said: AccessToken; exp: number };

function readWith(keys: readonly Uint8Array[], text: string): ReadToken | null {
  const claims = readClaims(keys, text, AUDIENCE);
  const session_id = claims?.session_id;
  if (!claims?.sub || typeof session_id !== 'string' || !UUID.test(session_id)) return null;
  return { said: { session_id, user_id: claims.sub }, exp: claims.exp };
}

/** The token of `Authorization: Bearer …`, if there is one. */
export function bearerOf(c: Context): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}
