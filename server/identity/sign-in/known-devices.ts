import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Random } from '../../platform/machine.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';

/** A user who has signed in on a device, with the generation of the password used. */
type KnownUser = { user_id: string; generation: string };
export type KnownDevice = { device_id: string; users: readonly KnownUser[] };

/**
 * The maximum number of users per device, enough for a shared device of a shop; the least recent one is
 * dropped first.
 */
const USERS_MAX = 6;
/** The maximum length of a device token from a browser. */
export const DEVICE_TOKEN_LENGTH_MAX = 2_000;

const PLACE = 'a browser that has signed in before';
const deviceForm = z.object({
  device_id: z.string(),
  users: z.array(z.object({ user_id: z.string(), generation: z.string() })),
});

/**
 * A browser that has signed in before is known by a sealed token, which is unreadable for clients. The token
 * opens no session: it grants ten wrong passwords and a place of its own in the queue, for its users until
 * their password changes.
 */
export function knownDevices(auth_secrets: readonly string[], random: Random) {
  const box = secretBox(auth_secrets);
  return {
    /** Returns null if the token is invalid: the attempt is then one of an unknown device. */
    read: (token: unknown): KnownDevice | null => {
      if (typeof token !== 'string' || token.length > DEVICE_TOKEN_LENGTH_MAX) return null;
      try {
        return deviceForm.parse(JSON.parse(box.open(PLACE, token)));
      } catch {
        return null;
      }
    },
    /** Issues the browser's new token; `previous` is the content of its last one. */
    issue: (previous: KnownDevice | null, user: KnownUser): string => {
      const others = (previous?.users ?? []).filter(({ user_id }) => user_id !== user.user_id);
      const device: KnownDevice = {
        device_id: previous?.device_id ?? random.id(),
        users: [user, ...others].slice(0, USERS_MAX),
      };
      return box.seal(PLACE, JSON.stringify(device));
    },
  };
}

/** Identifies a password without a counter that each change would have to increment. 16 bytes in hex. */
export function passwordGeneration(password_hash: string): string {
  return createHash('sha256').update(password_hash).digest('hex').slice(0, 32);
}

/** Returns the counter key for the failures of one user on one device. */
export function deviceSubject({ device_id }: KnownDevice, user_id: string): string {
  return `device ${createHash('sha256').update(`${device_id} ${user_id}`).digest('base64url')}`;
}
