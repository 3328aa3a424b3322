import { randomInt } from 'node:crypto';
import { isCommonPassword } from '../../../contract/rules/sign-in/common-passwords.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/rules/sign-in/passwords.ts';
import { type OwnData, weaknessOf } from '../../../contract/rules/sign-in/weak-passwords.ts';
import { Problem } from '../../platform/problem.ts';

/** argon2id, 19 MiB in KiB (ruling E1; OWASP's password storage recommendation). */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of nobody's password, with the parameters above: verified where no account exists, so that the answer takes as long. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$igFNReCJyHCLEVv2qYQz3w$dcXb5IeZmMVuXwVCsjkR2VJH4BKV+qWzkwT7ANrnWRY';

export type VerifyPassword = (password_hash: string, password: string) => Promise<boolean>;

/** A program for the machine it runs on, loaded with the first password: no server's first answer needs it. */
const loadArgon2 = () => import('@node-rs/argon2');

/** Loads what hashes passwords. Throws where it is not made for this machine, which a server is to say as it starts. */
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

/** The same letters typed on two keyboards are the same password (RFC 8265). */
function composed(password: string): string {
  return password.normalize('NFC');
}

/** Throws what is wrong with a password that nobody should have, or not this person. */
export function assertGoodPassword(password: string, own: OwnData): void {
  assertPossiblePassword(password);
  const weakness = weaknessOf(password, own, isCommonPassword);
  if (weakness) throw new Problem(weakness);
}

/** Throws `invalid_input` for what is no password at all. */
export function assertPossiblePassword(password: string): void {
  const why = impossibility(password);
  if (why) throw Problem.ofField({ field: 'password', why });
}

function impossibility(password: string) {
  if (password.length < MIN_PASSWORD_LENGTH) return 'short';
  if (password.length > MAX_PASSWORD_LENGTH) return 'long';
  return password.includes('\u0000') ? 'nul' : null;
}

/** No letters or digits that are taken for another: it is read aloud or typed from paper. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password to be used once, `xxxx-xxxx-xxxx-xxxx`: 79 random bits. */
export function oneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
