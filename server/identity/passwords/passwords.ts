import { randomInt } from 'node:crypto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/rules/sign-in/passwords.ts';
import { type OwnData, weaknessOf } from '../../../contract/rules/sign-in/weak-passwords.ts';
import { Problem } from '../../platform/problem.ts';

/** argon2id, 19 MiB in KiB (OWASP's password storage recommendation). */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A hash of no user's password with the same parameters, verified for unknown accounts so that timing is
 * equal.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$igFNReCJyHCLEVv2qYQz3w$dcXb5IeZmMVuXwVCsjkR2VJH4BKV+qWzkwT7ANrnWRY';

export type VerifyPassword = (password_hash: string, password: string) => Promise<boolean>;

/** Loads the native module with the first password: the server's first response does not need it. */
const loadArgon2 = () => import('@node-rs/argon2');

/**
 * Loads the password hashing module. Throws if there is no build for this platform, which a server reports at
 * its start.
 */
export async function preparePasswords(): Promise<void> {
  await loadArgon2();
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(composed(password), ARGON2ID);
}

export const verifyPassword: VerifyPassword = async (password_hash, password) => {
  const { verify } = await loadArgon2();
  return verify(password_hash, composed(password));
};

/** Normalises a password: the same characters typed on two keyboards are equal (RFC 8265). */
function composed(password: string): string {
  return password.normalize('NFC');
}

/** Throws the weakness of a password that is weak in general or for this person. */
export async function assertGoodPassword(password: string, own: OwnData): Promise<void> {
  assertPossiblePassword(password);
  await assertStrongPassword(password, own);
}

/** Like `assertGoodPassword`, for a possible password. Loads the list of common passwords first. */
export async function assertStrongPassword(password: string, own: OwnData): Promise<void> {
  const { isCommonPassword } = await import('../../../contract/rules/sign-in/common-passwords.ts');
  const weakness = weaknessOf(password, own, isCommonPassword);
  if (weakness) throw new Problem(weakness);
}

/** Throws `invalid_input` for a password that is too short, too long or contains NUL. */
export function assertPossiblePassword(password: string): void {
  const why = impossibility(password);
  if (why) throw Problem.ofField({ field: 'password', why });
}

function impossibility(password: string) {
  if (password.length < MIN_PASSWORD_LENGTH) return 'short';
  if (password.length > MAX_PASSWORD_LENGTH) return 'long';
  return password.includes('\u0000') ? 'nul' : null;
}

/** Without ambiguous letters and digits: the password is read aloud or typed from paper. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Generates a one-time password, `xxxx-xxxx-xxxx-xxxx`, with 79 random bits. */
export function oneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
