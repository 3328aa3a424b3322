/** Why a password that is long enough is refused all the same; the words are those of the problem of this name. */
type WeakPassword = 'password_repeated' | 'password_own_data' | 'password_common';

/** What everybody who knows a person guesses first. */
export type OwnData = { email: string; full_name: string; product_name: string };

/** Of the product and of its demo, whose password everybody knows, whatever the product is called here. */
const PRODUCT_WORDS = ['mandoob', 'demo'];
const WORD_LENGTH_MIN = 3;
/** So much of a password must be neither one's own data nor the product's. */
const OTHER_LENGTH_MIN = 8;

/** The first reason to refuse a password; null when there is none. `isCommon` knows the common ones, null for who has no list. */
export function weaknessOf(
  password: string,
  own: OwnData,
  isCommon: ((password: string) => boolean) | null,
): WeakPassword | null {
  if (repeatsItself(password)) return 'password_repeated';
  if (isOwnData(password, own)) return 'password_own_data';
  return isCommon?.(password) ? 'password_common' : null;
}

/** `aaaaaaaaaa`, `abcabcabcabc`: one piece of at most four characters over and over. */
function repeatsItself(password: string): boolean {
  return /^(.{1,4}?)\1{2,}$/su.test(password);
}

/** Little is left once one's own words are taken out. */
function isOwnData(password: string, own: OwnData): boolean {
  const lower = password.normalize('NFC').toLowerCase();
  const rest = ownWords(own).reduce((left, word) => left.replaceAll(word, ''), lower);
  return rest !== lower && [...rest].length < OTHER_LENGTH_MIN;
}

/** The longest first, so that no short one leaves pieces of a longer one behind. */
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
