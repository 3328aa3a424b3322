import type { MessageDescriptor } from '@lingui/core';
import { SOURCE_LANGUAGE } from './languages.ts';

/** A message as Lingui compiles it: text, and in lists the values that stand between texts, some with a choice of texts. */
export type Message = string | readonly Token[];
type Token = string | Placeholder;
type Placeholder = readonly [name: string, kind?: 'plural' | 'select', choices?: Choices];
type Choices = Readonly<Record<string, Message | undefined>>;

export type Values = Readonly<Record<string, unknown>>;

let language: string = SOURCE_LANGUAGE;
let catalogue: Readonly<Record<string, Message>> = {};
/** Made once for a language: a list of some hundred counts would wait for as many of them. */
let counting: { plurals: Intl.PluralRules; numbers: Intl.NumberFormat } | null = null;

/** Speaks another language from now on. What its catalogue does not have is said in English. */
export function speak(new_language: string, messages: Readonly<Record<string, Message>>): void {
  language = new_language;
  counting = null;
  catalogue = messages;
}

/**
 * The words of a message; Lingui's macros become calls of this, each with its English. Lingui's own weighs four times as much, and
 * shows a customer whose name has `\x41` in it as another.
 */
export function words(id: string | number, english: Message, values: Values = {}): string {
  return textOf(catalogue[id] ?? english, values);
}

/** The words of a message that was written where no language is known yet, such as in a table of constants. */
export function say({ id, message = '', values = {} }: MessageDescriptor): string {
  return words(id, message, values);
}

/** `count`: what `#` stands for inside a plural. */
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
