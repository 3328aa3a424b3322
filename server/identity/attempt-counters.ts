import type { Context } from 'hono';
import { believedAddress } from '../platform/http/believed-address.ts';
import type { Services } from '../platform/http/services.ts';
import { deriveKeys } from '../platform/keys.ts';
import { countersOf, type SignInCounters } from './sign-in-limits.ts';

/** What a request that brings a password is counted under: its e-mail, and the address it came from. */
export function attemptCounters({
  config,
  auth_secrets,
  now,
}: Services): (c: Context, email: string) => SignInCounters {
  const [key] = deriveKeys(auth_secrets, 'sign-in attempts');
  if (!key) throw new Error('no secret to count sign-in attempts with');
  const believed = believedAddress(config);
  return (c, email) => countersOf(key, email, believed(c), now());
}
