import { type Message, setLanguage } from './i18n.ts';
import { isLanguage, LANGUAGES, type Language, SOURCE_LANGUAGE } from './languages.ts';

type Catalogue = { messages: Record<string, Message> };

const CATALOGUES: Record<Exclude<Language, typeof SOURCE_LANGUAGE>, () => Promise<Catalogue>> = {
  'en-XA': () => import('virtual:messages/en-XA'),
  'ar-XB': () => import('virtual:messages/ar-XB'),
};

/**
 * Shows the page in the language and direction of its `<html lang>`; in English if the language is unknown or
 * its catalogue cannot be loaded. Call it before the first screen: a page never changes its language.
 */
export async function setPageLanguage(page: HTMLElement): Promise<void> {
  const language = await loaded(isLanguage(page.lang) ? page.lang : SOURCE_LANGUAGE);
  page.lang = language;
  page.dir = LANGUAGES[language];
}

async function loaded(language: Language): Promise<Language> {
  if (language === SOURCE_LANGUAGE) return language;
  try {
    const { messages } = await CATALOGUES[language]();
    setLanguage(language, messages);
    return language;
  } catch {
    // English is part of the code, so it is always available.
    return SOURCE_LANGUAGE;
  }
}
