import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultTemplateText,
  MESSAGE_KINDS,
  MESSAGE_LANGUAGES,
  MESSAGE_PLACEHOLDERS,
  type MessagePlaceholder,
} from '../messages-to-customers.ts';
import { fillTemplate, type MessageValues, templateFaults } from './fill-template.ts';

const EMPTY = Object.fromEntries(MESSAGE_PLACEHOLDERS.map((name) => [name, ''])) as MessageValues;
const fill = (template: string, values: Partial<MessageValues> = {}) =>
  fillTemplate(template, { ...EMPTY, ...values });

describe('fillTemplate', () => {
  it.each([
    ['Hello {customer}, hi', 'Hello, hi'],
    ['Hello, {customer}, hi', 'Hello, hi'],
    ['{customer}, hello', 'hello'],
    ['Order {order} from {shop}: {reason}. {next}', 'Order from.'],
    ['On the way. {window} Payment.', 'On the way. Payment.'],
    ['On the way. {window}. {tender}. Payment.', 'On the way. Payment.'],
    ['On the way - {window}', 'On the way'],
    ['On the way ({window}) now', 'On the way now'],
    ['On the way [{window} {tender}].', 'On the way.'],
    ['Hello\n{window}\nBye', 'Hello\nBye'],
    ['Hello\n\n- {window} {tender}\nBye', 'Hello\n\nBye'],
    ['مرحباً {customer}، طلبك', 'مرحباً، طلبك'],
    ['{shop} سے آپ کا آرڈر: {reason}۔ {next}', 'سے آپ کا آرڈر۔'],
    ['{customer}', ''],
  ])('removes empty values of %j', (template, expected) => {
    expect(fill(template)).toBe(expected);
  });

  it('keeps the spaces and lines of the shop', () => {
    expect(fill('Hello  {customer} ,\n\n  bye', { customer: 'Layla' })).toBe('Hello  Layla ,\n\n  bye');
  });

  it('puts a value with line breaks on one line, and inserts special replacement patterns unchanged', () => {
    expect(fill('{customer}!', { customer: ' Layla\n Haddad ' })).toBe('Layla Haddad!');
    expect(fill('{shop}', { shop: "$& $1 $'" })).toBe("$& $1 $'");
  });

  const placeholder = fc.constantFrom(...MESSAGE_PLACEHOLDERS.map((name) => `{${name}}`));
  const piece = fc.oneof(
    placeholder,
    fc.constantFrom(' ', ', ', '. ', ': ', '\n', '{', '}', '(', ')', 'text', '{x}'),
  );
  const template = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const value = fc.oneof(fc.constant(''), fc.string(), placeholder, fc.constantFrom(...MESSAGE_PLACEHOLDERS));
  const values = fc.record(
    Object.fromEntries(MESSAGE_PLACEHOLDERS.map((name) => [name, value])) as Record<
      MessagePlaceholder,
      typeof value
    >,
  );

  it('a filled text never contains a known placeholder, whatever the template and the values are', () => {
    fc.assert(
      fc.property(template, values, (text, filled) => {
        const result = fillTemplate(text, filled);
        for (const name of MESSAGE_PLACEHOLDERS) expect(result).not.toContain(`{${name}}`);
      }),
    );
  });

  it('empty values leave neither double spaces nor spaces before punctuation', () => {
    const tidy = fc.array(placeholder, { minLength: 1, maxLength: 8 }).chain((names) =>
      fc
        .array(fc.constantFrom(' ', ', ', '. ', ': ', ' and ', '\n'), {
          minLength: names.length,
          maxLength: names.length,
        })
        .map((between) => `Hello ${names.map((name, at) => name + between[at]).join('')}end.`),
    );
    const some = fc.record(
      Object.fromEntries(
        MESSAGE_PLACEHOLDERS.map((name) => [name, fc.constantFrom('', 'Layla', 'AED 5.00')]),
      ) as Record<MessagePlaceholder, fc.Arbitrary<string>>,
    );
    fc.assert(
      fc.property(tidy, some, (text, filled) => {
        expect(fillTemplate(text, filled)).not.toMatch(/ {2}|[ \n][,.:]|[,:][,.:]|\.\.|\n\n| $/m);
      }),
    );
  });
});

it('templateFaults returns each unknown placeholder once, as written', () => {
  expect(templateFaults('{customer} {custmer} { shop } {Order} {custmer} {} {')).toEqual([
    '{custmer}',
    '{ shop }',
    '{Order}',
    '{}',
  ]);
  for (const kind of MESSAGE_KINDS)
    for (const language of MESSAGE_LANGUAGES)
      expect(templateFaults(defaultTemplateText(kind, language))).toEqual([]);
});
