import fc from 'fast-check';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, it, test } from 'vitest';
import { callablePhones } from './callable-phones.ts';

const read = (text: string, country = 'AE') =>
  callablePhones(text, country).map(({ number, remark }) => (remark === null ? number : [number, remark]));

const ALI = '+971501234567';
const OMAR = '+971559876543';
const OFFICE = '+97142345678';

describe('T1: several numbers in one field', () => {
  test.each([
    '0501234567 / 0559876543',
    '0501234567/0559876543',
    '0501234567,0559876543',
    '0501234567; 0559876543',
    '0501234567\n0559876543',
    '0501234567 or 0559876543',
    '0501234567 و 0559876543',
    '0501234567و0559876543',
    '0501234567 أو 0559876543',
    '0501234567-0559876543',
    '050-123-4567 - 055-987-6543',
    '050 123 4567 055 987 6543',
    '+971501234567+971559876543',
    '٠٥٠١٢٣٤٥٦٧ / ۰۵۵۹۸۷۶۵۴۳',
  ])('%j', (text) => expect(read(text)).toEqual([ALI, OMAR]));

  it('returns a repeated number once, with the remark of either', () =>
    expect(read('0501234567 / +971 50 123 4567 (Ali)')).toEqual([[ALI, 'Ali']]));
});

test.each([
  '0501234567',
  '501234567',
  '971501234567',
  '9710501234567',
  '00971501234567',
  '+971501234567',
  '+9710501234567',
  '+971 (0)50 123 4567',
  '+ 971 50 123 4567',
  '(+971) 50-123-4567',
  '(050) 123 4567',
  '050/1234567',
  '٠٥٠ ١٢٣ ٤٥٦٧',
  '+۹۷۱۵۰۱۲۳۴۵۶۷',
  '＋９７１ ５０ １２３ ４５６７',
  '\u202A+971\u00A050\u00A0123\u00A04567\u202C',
  '050\u2011123\u20114567',
])('T2: %j is one number without a remark', (text) => expect(read(text)).toEqual([ALI]));

test.each<[text: string, read: unknown[]]>([
  ['+971 50 123 4567 (2nd floor)', [[ALI, '2nd floor']]],
  ['call Ali 050 123 4567', [[ALI, 'call Ali']]],
  ['0501234567, call before coming', [[ALI, 'call before coming']]],
  ['04 234 5678 ext 12', [[OFFICE, 'ext 12']]],
  ['٠٤ ٢٣٤ ٥٦٧٨ تحويلة ١٢', [[OFFICE, 'تحويلة 12']]],
  [
    'home: 04 234 5678 mobile: 050 123 4567',
    [
      [OFFICE, 'home'],
      [ALI, 'mobile'],
    ],
  ],
  [
    'Ali: 050 123 4567, Omar: 055 987 6543',
    [
      [ALI, 'Ali'],
      [OMAR, 'Omar'],
    ],
  ],
  [
    '050 123 4567 (Ali) 055 987 6543 (Omar)',
    [
      [ALI, 'Ali'],
      [OMAR, 'Omar'],
    ],
  ],
  ['villa 24 050 123 4567', [[ALI, 'villa 24']]],
  ['0501234567 / 12', [[ALI, '12']]],
])('T3: %j keeps its remark', (text, expected) => expect(read(text)).toEqual(expected));

test.each<[text: string, country: string, number: string]>([
  ['+44 20 7946 0958', 'AE', '+442079460958'],
  ['966501234567', 'AE', '+966501234567'],
  ['0501234567', 'SA', '+966501234567'],
  ['92123456', 'OM', '+96892123456'],
  ['800 2332', 'AE', '+9718002332'],
])('%j in %s is %s', (text, country, number) => expect(read(text, country)).toEqual([number]));

test.each([
  '',
  '-',
  '+',
  'at reception',
  '*123#',
  '050123456',
  '05012345670559876543',
  '9.71501E+11',
  '0512345678',
])('%j has no number that can be called', (text) => expect(read(text)).toEqual([]));

test('for a country without a numbering plan only numbers with a country code are found', () =>
  expect(read('0501234567 / +971559876543', 'XX')).toEqual([OMAR]));

const mobile = fc
  .tuple(fc.constantFrom('50', '52', '54', '55', '56', '58'), fc.nat(9_999_999))
  .map(([prefix, rest]) => `${prefix}${String(rest).padStart(7, '0')}`);
const prefix = fc.constantFrom('0', '', '971', '00971', '+971', '+9710', '+971 (0)', '00971 0', '(+971) ');
const separator = fc.constantFrom('', ' ', '-', '.', '\u00A0', ' - ');
const script = fc.constantFrom(0x30, 0x660, 0x6f0);

const spelling = fc
  .tuple(mobile, prefix, separator, script, fc.boolean())
  .map(([national, before, between, zero, isMarked]) => {
    const groups = [`${before}${national.slice(0, 2)}`, national.slice(2, 5), national.slice(5)];
    const text = groups.join(between).replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
    return { number: `+971${national}`, text: isMarked ? `\u202A${text}\u202C` : text };
  });

test('every spelling of a valid number reads as that number', () => {
  fc.assert(
    fc.property(spelling, ({ number, text }) => {
      expect(callablePhones(text, 'AE')).toEqual([{ number, remark: null }]);
    }),
  );
});

test('two spellings with any separator between them read as both numbers', () => {
  const apart = fc.constantFrom(' / ', ',', ', ', ';', '\n', ' or ', ' و ', ' | ', ' and ');
  fc.assert(
    fc.property(spelling, apart, spelling, (one, between, other) => {
      const numbers = callablePhones(`${one.text}${between}${other.text}`, 'AE').map(({ number }) => number);
      expect(numbers).toEqual([...new Set([one.number, other.number])]);
    }),
  );
});

test('any text yields only valid numbers, each once, and none without digits', () => {
  const near = fc.string({ unit: fc.constantFrom(...'0123456789+-()/., ٠٥٩٧١xو\n'), maxLength: 40 });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), near), (text) => {
      const numbers = callablePhones(text, 'AE').map(({ number }) => number);
      expect(numbers.filter((number) => !isValidPhoneNumber(number))).toEqual([]);
      expect(new Set(numbers).size).toBe(numbers.length);
      if (!/\p{N}/u.test(text)) expect(numbers).toEqual([]);
    }),
  );
});
