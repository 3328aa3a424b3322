import { jwtVerify, SignJWT } from 'jose';
import { Problem } from '../platform/problem.ts';

/** How long a link is good, in seconds (ruling D3). */
export const LINK_SECONDS = 60;

export type Link = { file_id: string; session_id: string };

/** Signs a link to one version for one session. `now` in ms since the epoch. */
export function signLink(keys: readonly Uint8Array[], link: Link, now: Date): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error('no key to sign links with');
  return new SignJWT({ sid: link.session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(link.file_id)
    .setAudience('file')
    .setExpirationTime(Math.floor(now.getTime() / 1000) + LINK_SECONDS)
    .sign(key);
}

/** Reads a link back. Throws `link_expired` for one that is expired, tampered with, or not a link at all. */
export async function readLink(keys: readonly Uint8Array[], token: string, now: Date): Promise<Link> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        audience: 'file',
        algorithms: ['HS256'],
        currentDate: now,
      });
      if (payload.sub && typeof payload.sid === 'string')
        return { file_id: payload.sub, session_id: payload.sid };
    } catch {
      // Perhaps signed with an earlier secret: the next key decides.
    }
  }
  throw new Problem('link_expired');
}
