import type { Database } from '../../platform/database/database.ts';
import { firstRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { AuthError, TooManyAttempts } from '../auth-error.ts';
import { DUMMY_HASH } from '../passwords/passwords.ts';
import { deviceSubject, type KnownDevice } from './known-devices.ts';
import {
  ADDRESS_MAX,
  DEVICE_MAX,
  delayFor,
  NETWORK_MAX,
  PAIR_MAX,
  type SignInCounters,
} from './sign-in-limits.ts';
import { NoPlace } from './sign-in-queue.ts';
import type { SignInTools } from './sign-in-tools.ts';

/** `known` is the browser's device token, if it has signed in before. */
export type Credentials = { email: string; password: string; known: KnownDevice | null };

/** The counter keys of an attempt, which a successful one decrements; null if it was not counted there. */
type Counted = {
  window: Date;
  pair: string;
  address: string | null;
  network: string | null;
  account: string | null;
};

/** The user whose password was verified, and the hash used. */
export type VerifiedUser = { user_id: string; password_hash: string; counted: Counted };

type Attempt = { user: VerifiedUser | null; delay_ms: number };

const BUSY_RETRY_S = 2;

/**
 * Verifies a password. Every attempt within the limits costs one query and one argon2 verification, whether
 * the e-mail exists or not, and holds no connection during the verification. A known browser has its own
 * limit and place in the queue. Throws AuthError `invalid_credentials`, or TooManyAttempts.
 */
export async function verifyAttempt(
  requests: Database,
  credentials: Credentials,
  counters: SignInCounters,
  tools: SignInTools,
): Promise<VerifiedUser> {
  const known_attempt = await knownAttempt(requests, credentials, counters, tools);
  const { user, delay_ms } = known_attempt ?? (await unknownAttempt(requests, credentials, counters, tools));
  // Delayed after the work, so that the delay takes no place in the queue.
  if (delay_ms > 0) await tools.pause(delay_ms);
  if (!user) throw new AuthError('invalid_credentials');
  return user;
}

/**
 * Returns undefined if the device is unknown for this user and password, over its limit or busy. The attempt
 * then counts as one of an unknown device.
 */
async function knownAttempt(
  requests: Database,
  { email, password, known }: Credentials,
  { window }: SignInCounters,
  { verify, queue }: SignInTools,
): Promise<Attempt | undefined> {
  if (!known) return undefined;
  try {
    return await queue.known(known.device_id, async () => {
      const begun = await beginKnownSignIn(requests, email, known, window);
      if (!begun) return undefined;
      const { user_id, password_hash, subject } = begun;
      const matches = await verify(password_hash, password);
      const counted = { window, pair: subject, address: null, network: null, account: null };
      return { user: matches ? { user_id, password_hash, counted } : null, delay_ms: 0 };
    });
  } catch (error) {
    if (error instanceof NoPlace) return undefined;
    throw error;
  }
}

async function unknownAttempt(
  requests: Database,
  { email, password }: Credentials,
  counters: SignInCounters,
  { verify, queue, slowRefusal }: SignInTools,
): Promise<Attempt> {
  try {
    return await queue.unknown(async () => {
      const begun = await beginSignIn(requests, email, counters);
      if (!begun.admitted) throw new TooManyAttempts('limit', counters.window_left_s);
      const { user_id, password_hash, account_attempts } = begun;
      const matches = await verify(password_hash ?? DUMMY_HASH, password);
      const is_correct = matches && user_id !== null && password_hash !== null;
      return {
        user: is_correct ? { user_id, password_hash, counted: counters } : null,
        delay_ms: delayFor(account_attempts),
      };
    });
  } catch (error) {
    const refusal = error instanceof NoPlace ? new TooManyAttempts('busy', BUSY_RETRY_S) : error;
    if (refusal instanceof TooManyAttempts) await slowRefusal();
    throw refusal;
  }
}

type Begun = {
  admitted: boolean;
  account_attempts: number;
  user_id: string | null;
  password_hash: string | null;
};

/** Checks the limits, counts the attempt and returns the account to verify. */
export function beginSignIn(requests: Database, email: string, counters: SignInCounters): Promise<Begun> {
  const { window, pair, address, account, network } = counters;
  const beginning = sql<Begun>`
    select * from begin_sign_in(${email}, ${window}, ${pair}, ${PAIR_MAX}, ${address}, ${ADDRESS_MAX}, ${account},
      ${network}, ${NETWORK_MAX})`;
  return inTransaction(requests, (tx) => oneRow(tx, beginning));
}

type BegunKnown = { subject: string; user_id: string; password_hash: string };

/**
 * Like `beginSignIn`, but counts under the device alone, and finds only its users, while their password is
 * unchanged.
 */
function beginKnownSignIn(
  requests: Database,
  email: string,
  device: KnownDevice,
  window: Date,
): Promise<BegunKnown | undefined> {
  const user_ids = device.users.map(({ user_id }) => user_id);
  const generations = device.users.map(({ generation }) => Buffer.from(generation, 'hex'));
  const subjects = user_ids.map((user_id) => deviceSubject(device, user_id));
  const beginning = sql<BegunKnown>`
    select known.subject, begun.user_id, begun.password_hash
    from unnest(${user_ids}::uuid[], ${generations}::bytea[], ${subjects}::text[]) known (user_id, generation, subject),
      begin_known_sign_in(${email}, known.user_id, known.generation, ${window}, known.subject, ${DEVICE_MAX}) begun
    where begun.admitted`;
  return inTransaction(requests, (tx) => firstRow(tx, beginning));
}
