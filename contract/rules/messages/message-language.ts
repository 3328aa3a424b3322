import { MESSAGE_LANGUAGES, type MessageLanguage } from '../messages-to-customers.ts';

/** The languages' own names. */
export const LANGUAGE_NAMES: Record<MessageLanguage, string> = { en: 'English', ar: 'العربية', ur: 'اردو' };

/**
 * Returns the language of a customer's messages: that of the order's locale (`ar-AE`), else Arabic for a name
 * in Arabic script, else English.
 */
export function languageOf(locale: string | null | undefined, customer_name: string): MessageLanguage {
  const [wanted = ''] = (locale ?? '').trim().toLowerCase().split(/[-_]/);
  const known = MESSAGE_LANGUAGES.find((language) => language === wanted);
  return known ?? (/(?=\p{L})\p{Script=Arabic}/u.test(customer_name) ? 'ar' : 'en');
}

/** Returns the direction of a language's text. */
export function directionOf(language: MessageLanguage): 'ltr' | 'rtl' {
  return language === 'en' ? 'ltr' : 'rtl';
}
