import { type MessageDescriptor, setupI18n } from '@lingui/core';
import { SOURCE_LANGUAGE } from './languages.ts';

/**
 * The page's words. The macros of `@lingui/core/macro` call this (see `scripts/words/lingui-config.mjs`). English needs no catalogue:
 * the build leaves each English message where it is used, compiled.
 */
export const i18n = setupI18n({ locale: SOURCE_LANGUAGE, messages: { [SOURCE_LANGUAGE]: {} } });

/** The words of a message that was written where no language was chosen yet, such as in a table of constants. */
export function say(message: MessageDescriptor): string {
  return i18n._(message);
}
