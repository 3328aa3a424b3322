import { Problem } from '../platform/problem.ts';
import { readToken, signToken } from '../platform/signed-tokens.ts';

/** How long a link is good, in seconds (ruling D3). */
export const LINK_SECONDS = 60;

type Link = { file_id: string; session_id: string };

const AUDIENCE = 'file';

/** Signs a link to one version for one session, good from `now` on. */
export function signLink(keys: readonly Uint8Array[], link: Link, now: Date): string {
  const [key] = keys;
  if (!key) throw new Error('no key to sign links with');
  const exp = Math.floor(now.getTime() / 1000) + LINK_SECONDS;
  return signToken(key, { aud: AUDIENCE, sub: link.file_id, sid: link.session_id, exp });
}

/** Reads a link back. Throws `link_expired` for one that is expired, tampered with, or not a link at all. */
export function readLink(keys: readonly Uint8Array[], token: string, now: Date): Link {
  const claims = readToken(keys, token, { audience: AUDIENCE, now });
  if (!claims?.sub || typeof claims.sid !== 'string') throw new Problem('link_expired');
  return { file_id: claims.sub, session_id: claims.sid };
}
