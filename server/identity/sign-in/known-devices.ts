import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Random } from '../../platform/machine.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';

/** A user who has signed in on a device, with the generation of the password it was done with. */
type KnownUser = { user_id: string; generation: string };
export type KnownDevice = { device_id: string; users: readonly KnownUser[] };

/** As many people as share a shop's phone; the one who came last is forgotten last. */
const USERS_MAX = 6;
/** What a browser may send as its token. */
export const DEVICE_TOKEN_LENGTH_MAX = 2_000;

const PLACE = 'a browser that has signed in before';
const deviceForm = z.object({
  device_id: z.string(),
  users: z.array(z.object({ user_id: z.string(), generation: z.string() })),
});

/**
 * A browser that has signed in before is known by a sealed token, which says nothing to whoever holds it. It opens no session:
 * it is worth ten wrong passwords and a place in the queue of its own, for these users and until their password changes.
 */
export function knownDevices(auth_secrets: readonly string[], random: Random) {
  const box = secretBox(auth_secrets);
  return {
    /** Null for whatever is not a token of ours: the attempt is then a stranger's. */
    read: (token: unknown): KnownDevice | null => {
      if (typeof token !== 'string' || token.length > DEVICE_TOKEN_LENGTH_MAX) return null;
      try {
        return deviceForm.parse(JSON.parse(box.open(PLACE, token)));
      } catch {
        return null;
      }
    },
    /** The token that the browser keeps from now on; `before` is what its last one said. */
    issue: (before: KnownDevice | null, user: KnownUser): string => {
      const others = (before?.users ?? []).filter(({ user_id }) => user_id !== user.user_id);
      const device: KnownDevice = {
        device_id: before?.device_id ?? random.id(),
        users: [user, ...others].slice(0, USERS_MAX),
      };
      return box.seal(PLACE, JSON.stringify(device));
    },
  };
}

/** Another one with every new password, without a counter that each change would have to raise. 16 bytes in hex. */
export function passwordGeneration(password_hash: string): string {
  return createHash('sha256').update(password_hash).digest('hex').slice(0, 32);
}

/** What the failures of one user on one device are counted under. */
export function deviceSubject({ device_id }: KnownDevice, user_id: string): string {
  return `device ${createHash('sha256').update(`${device_id} ${user_id}`).digest('base64url')}`;
}
