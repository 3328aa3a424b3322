import type { Locator, Page } from '@playwright/test';

/** The letters that the accented pseudo-locale replaces. */
const ACCENTS: Record<string, string> = Object.fromEntries(
  ['aà', 'eé', 'iî', 'oö', 'uû', 'cç', 'nñ', 'yý', 'sš', 'zž', 'dð'].flatMap(
    ([plain = '', accented = '']) => [
      [plain, accented],
      [plain.toUpperCase(), plain === 'a' ? 'Å' : accented.toUpperCase()],
    ],
  ),
);
/** The characters that the mirrored pseudo-locale inserts around each text. */
const MARKS = '[\\u202c\\u202e\\u2067\\u2069]*';

type Text = string | RegExp;
type Wanted = { name?: Text; hasText?: Text; exact?: boolean };

const byText = (text: Text, wanted?: Wanted) => [tolerant(text, wanted?.exact)];
const FINDS = new Map<string, (...given: [never, never]) => unknown[]>([
  ['getByText', byText],
  ['getByLabel', byText],
  ['getByPlaceholder', byText],
  [
    'getByRole',
    (role: string, wanted: Wanted = {}) => [
      role,
      wanted.name === undefined ? wanted : { ...wanted, name: tolerant(wanted.name, wanted.exact) },
    ],
  ],
  [
    'filter',
    (wanted: Wanted) => [
      wanted.hasText === undefined ? wanted : { ...wanted, hasText: tolerant(wanted.hasText) },
    ],
  ],
]);

/**
 * Wraps a page so that `getByText('Retry')` and similar queries find the English text in any pseudo-locale.
 */
export function inAnyLanguage<Thing extends Page | Locator>(thing: Thing): Thing {
  return new Proxy(thing, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const finds = FINDS.get(String(name));
      return (...given: [never, never]) => {
        const found = value.apply(target, finds ? finds(...given) : given);
        return isLocator(found) ? inAnyLanguage(found) : found;
      };
    },
  });
}

function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && 'getByRole' in value && 'filter' in value;
}

/** Returns a pattern that matches a text as Playwright would, with any letters accented or doubled. */
function tolerant(text: Text, exact = false): RegExp {
  const source = text instanceof RegExp ? text.source : text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const pattern = source.replace(/\\.|\[[^\]]*\]|[\p{L} #,.]/gu, (piece) => {
    if (/^\p{L}$/u.test(piece)) return `[${piece}${ACCENTS[piece] ?? ''}]+${MARKS}`;
    return /^[ #,]$/.test(piece) ? `${MARKS}${piece}${MARKS}` : piece;
  });
  if (text instanceof RegExp)
    return new RegExp(pattern.replace(/^\^/, `^${MARKS}`).replace(/\$$/, `${MARKS}$`), text.flags);
  return exact ? new RegExp(`^\\s*${MARKS}${pattern}${MARKS}\\s*$`) : new RegExp(pattern, 'i');
}
