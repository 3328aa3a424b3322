import { afterEach, describe, expect, test } from 'vitest';
import { compiled } from '../../scripts/messages/compile-messages.mjs';
import { setLanguage, translate, translateDescriptor } from './i18n.ts';

const format = (message: string, values = {}) => translate('some.id', compiled(message), values);

afterEach(() => setLanguage('en', {}));

describe('a message', () => {
  test.each([
    ['without placeholders returns its text', "You don't have access", {}, "You don't have access"],
    ['inserts values unchanged', 'Shop #{0} of {name}', { 0: 3, name: '\\x41 {0}' }, 'Shop #3 of \\x41 {0}'],
    ['leaves a missing value empty', 'As of {0}.', {}, 'As of .'],
    ['uses the singular', '{n, plural, =0 {none} one {# order} other {# orders}}', { n: 1 }, '1 order'],
    ['uses the plural', '{n, plural, =0 {none} one {# order} other {# orders}}', { n: 1200 }, '1,200 orders'],
    ['uses an exact number', '{n, plural, =0 {none} one {# order} other {# orders}}', { n: 0 }, 'none'],
    ['selects by value', '{who, select, driver {his} other {their}} own', { who: 'driver' }, 'his own'],
    ['falls back on other', '{who, select, driver {his} other {their}} own', { who: 'shop' }, 'their own'],
  ])('%s', (_, message, values, text) => {
    expect(format(message, values)).toBe(text);
  });

  test('with an unsupported format fails the build', () => {
    expect(() => compiled('{day, date, short}')).toThrow('date');
  });
});

describe('another language', () => {
  test('uses its own messages, and English where one is missing', () => {
    setLanguage('ar-XB', { known: compiled('{0} جديد') });
    expect(translate('known', compiled('New {0}'), { 0: 7 })).toBe('7 جديد');
    expect(translate('unknown', 'New')).toBe('New');
    expect(translateDescriptor({ id: 'unknown', message: 'Written before' })).toBe('Written before');
  });

  test('uses the plural rules of the language', () => {
    const orders = compiled('{n, plural, one {one} two {two} few {few} many {many} other {other}}');
    setLanguage('ar', { orders });
    expect([1, 2, 3, 11, 100].map((n) => translate('orders', '', { n }))).toEqual([
      'one',
      'two',
      'few',
      'many',
      'other',
    ]);
  });
});
