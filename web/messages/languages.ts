export const SOURCE_LANGUAGE = 'en';

/**
 * The languages of the app with their writing directions. The last two are pseudo-locales for development,
 * with their usual names: accented English that is 40 % longer, and English written from right to left.
 */
export const LANGUAGES = {
  [SOURCE_LANGUAGE]: 'ltr',
  'en-XA': 'ltr',
  'ar-XB': 'rtl',
} as const satisfies Record<string, 'ltr' | 'rtl'>;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value);
}
