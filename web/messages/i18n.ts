import type { MessageDescriptor } from '@lingui/core';
import { SOURCE_LANGUAGE } from './languages.ts';

/** A message compiled by Lingui: a text, or a list of texts and placeholders, some with a choice of texts. */
export type Message = string | readonly Token[];
type Token = string | Placeholder;
type Placeholder = readonly [name: string, kind?: 'plural' | 'select', choices?: Choices];
type Choices = Readonly<Record<string, Message | undefined>>;

export type Values = Readonly<Record<string, unknown>>;

let language: string = SOURCE_LANGUAGE;
let catalogue: Readonly<Record<string, Message>> = {};
/** Created once per language, since creating them for every count of a long list is slow. */
let counting: { plurals: Intl.PluralRules; numbers: Intl.NumberFormat } | null = null;

/** Switches the language. Messages missing in its catalogue are shown in English. */
export function setLanguage(new_language: string, messages: Readonly<Record<string, Message>>): void {
  language = new_language;
  counting = null;
  catalogue = messages;
}

/**
 * Returns the text of a message; Lingui's macros compile to calls of this, each with its English text.
 * Lingui's own runtime is four times as large, and changes a customer's name that contains `\x41`.
 */
export function translate(id: string | number, english: Message, values: Values = {}): string {
  return textOf(catalogue[id] ?? english, values);
}

/**
 * Returns the text of a message defined before the language is known, for example in a table of constants.
 */
export function translateDescriptor({ id, message = '', values = {} }: MessageDescriptor): string {
  return translate(id, message, values);
}

/** `count`: the text that replaces `#` inside a plural. */
function textOf(message: Message, values: Values, count = '#'): string {
  if (typeof message === 'string') return message;
  return message
    .map((token) => {
      if (typeof token === 'string') return token === '#' ? count : token;
      return filledIn(token, values, count);
    })
    .join('');
}

function filledIn([name, kind, choices = {}]: Placeholder, values: Values, count: string): string {
  const value = values[name];
  if (kind === 'select') return textOf(choices[String(value)] ?? choices.other ?? '', values, count);
  if (kind !== 'plural') return String(value ?? '');
  const number = Number(value);
  counting ??= { plurals: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
  const { plurals, numbers } = counting;
  const chosen = choices[number] ?? choices[plurals.select(number)] ?? choices.other;
  return textOf(chosen ?? '', values, numbers.format(number));
}
