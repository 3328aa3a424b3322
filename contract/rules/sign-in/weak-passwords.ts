/** The reasons to reject a password that is long enough; each is the code of the problem with its message. */
type WeakPassword = 'password_repeated' | 'password_own_data' | 'password_common';

/** The data that people who know a user guess first. */
export type OwnData = { email: string; full_name: string; product_name: string };

/**
 * Words from the product and its demo. The demo's password is public even if the product has another name
 * here.
 */
const PRODUCT_WORDS = ['mandoob', 'demo'];
const WORD_LENGTH_MIN = 3;
/** The minimum length that must remain of a password without the user's own data and the product's words. */
const OTHER_LENGTH_MIN = 8;

/**
 * Returns the first reason to reject a password; null if there is none. `isCommon` is null without a list of
 * common ones.
 */
export function weaknessOf(
  password: string,
  own: OwnData,
  isCommon: ((password: string) => boolean) | null,
): WeakPassword | null {
  if (repeatsItself(password)) return 'password_repeated';
  if (isOwnData(password, own)) return 'password_own_data';
  return isCommon?.(password) ? 'password_common' : null;
}

/** True for `aaaaaaaaaa`, `abcabcabcabc`: a part of at most four characters, repeated. */
function repeatsItself(password: string): boolean {
  return /^(.{1,4}?)\1{2,}$/su.test(password);
}

/** True if little remains of a password without the user's own words. */
function isOwnData(password: string, own: OwnData): boolean {
  const lower = password.normalize('NFC').toLowerCase();
  const rest = ownWords(own).reduce((left, word) => left.replaceAll(word, ''), lower);
  return rest !== lower && [...rest].length < OTHER_LENGTH_MIN;
}

/** Sorts the longest words first, so that a short one never leaves parts of a longer one. */
function ownWords({ email, full_name, product_name }: OwnData): string[] {
  const words = [email, full_name, product_name].flatMap((text) =>
    text
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u),
  );
  return [...words, ...PRODUCT_WORDS]
    .filter((word) => [...word].length >= WORD_LENGTH_MIN)
    .sort((one, other) => other.length - one.length);
}
