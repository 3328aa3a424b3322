export const SOURCE_LANGUAGE = 'en';

/**
 * The languages the app can be shown in, and which way each is written. The last two are for those who make the app, and named as
 * elsewhere: accented English that is 40 % longer, and English that runs from right to left.
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
