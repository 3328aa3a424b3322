import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { deriveKeys } from '../platform/keys.ts';
import type { Services } from '../platform/services.ts';
import { clientAddressOf } from '../platform/trusted-proxies.ts';
import { countersOf, type SignInCounters } from './sign-in-limits.ts';

/** What a request that brings a password is counted under: its e-mail, and the address it came from. */
export function attemptCounters({
  config,
  auth_secrets,
  now,
}: Services): (c: Context, email: string) => SignInCounters {
  const [key] = deriveKeys(auth_secrets, 'sign-in attempts');
  if (!key) throw new Error('no secret to count sign-in attempts with');
  const clientAddress = clientAddressOf(config.trust_proxy);
  return (c, email) => {
    const address = clientAddress(peerOf(c), c.req.header('x-forwarded-for') ?? null);
    return countersOf(key, email, address, now());
  };
}

/** The address at the other end of the socket; empty where there is none. */
function peerOf(c: Context): string {
  return c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? '') : '';
}
