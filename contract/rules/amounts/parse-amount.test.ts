import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { AMOUNT_CASES } from '../../../tests/support/amount-cases.ts';
import { formatAmount, MAX_AMOUNT_FILS } from './money.ts';
import { parseAmount } from './parse-amount.ts';

describe('parseAmount', () => {
  it.each(AMOUNT_CASES)('parses $text as its user intends', ({ text, ...expected }) => {
    expect(parseAmount(text)).toEqual({ ok: 'amount_fils' in expected, ...expected });
  });

  it.each([
    ['0', 0],
    ['145', 14_500],
    ['145.5', 14_550],
    ['145.05', 14_505],
    ['0010.10', 1_010],
    ['0,50', 50],
    [' 7.00 ', 700],
    ['\u00A07.00\u202F', 700],
    ['\u200F45.00', 4_500],
    ['د.إ.\u200F 45.00', 4_500],
    ['45 د.إ', 4_500],
    ['45.00 درهم', 4_500],
    ['aed45', 4_500],
    ['Dhs. 45', 4_500],
    ['45dh', 4_500],
    ['1,250,000', 125_000_000],
    ['1.250.000,5', 125_000_050],
    ['1٬250,50', 125_050],
    ['1,250٫50', 125_050],
    ['10000000.00', MAX_AMOUNT_FILS],
  ])('parses %j', (text, amount_fils) => {
    expect(parseAmount(text)).toEqual({ ok: true, amount_fils });
  });

  it.each([
    '+5',
    '5.',
    '.5',
    ',50',
    '1.2345',
    '12,34,56',
    '1,250,50',
    '1,25.50',
    '1.250.50',
    '1.250٫50',
    '1٬2',
    '12.5,0.5',
    '(5)',
    '−5',
    '1 250',
    '1\u00A0250',
    '5 AED 5',
    'AED 5 AED',
    'USD 5',
    'Dh.50',
    'Dhs.5',
    'د.إ.50',
    'د.إ.٥٠',
    'AED.50',
    '$5',
    '½',
    'NaN',
    'Infinity',
    '0x10',
    '5\u0000',
    '12\u200E50',
    '१२',
    `1${' '.repeat(100_000)}`,
  ])('rejects %j', (text) => {
    expect(parseAmount(text)).toEqual({ ok: false, reason: 'unparsable' });
  });

  it.each([
    '12.345',
    '12٫500',
    '0,500',
    '0.500',
    '00,500',
    '0500,000',
    '12500,000',
    '1.250.000',
    '0٬500',
    '1,250.500',
    '1.250,500',
    '1,250٬000',
  ])('rejects %j, which has two possible readings', (text) => {
    expect(parseAmount(text)).toEqual({ ok: false, reason: 'unclear' });
  });

  it('distinguishes an empty text from an amount above the limit', () => {
    expect(parseAmount('  ')).toEqual({ ok: false, reason: 'empty' });
    expect(parseAmount('10000000.01')).toEqual({ ok: false, reason: 'too_high' });
    expect(parseAmount('10,000,000.01')).toEqual({ ok: false, reason: 'too_high' });
    expect(parseAmount('9'.repeat(40))).toEqual({ ok: false, reason: 'too_high' });
  });
});

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT_FILS });
const edges = fc.constantFrom('', ' ', '\u00A0', '\u200E', '\u200F ', '\u202B', '\u2069');
const currencies = fc.constantFrom('AED', 'aed', 'Dhs', 'DHS', 'Dhs.', 'Dh', 'د.إ', 'د.إ.', 'درهم');
/** The mark between groups ('' for none), and the decimal separators that may follow it. */
const marks = fc.constantFrom(
  { group: '', decimals: ['.', ',', '٫'] },
  { group: ',', decimals: ['.', '٫'] },
  { group: '٬', decimals: ['.', ',', '٫'] },
  { group: '.', decimals: [','] },
);
const zeros = fc.constantFrom(0x30, 0x660, 0x6f0);

test('an amount is parsed back from every supported spelling', () => {
  const spellings = fc.record({
    amount_fils: amounts,
    marks,
    decimal: fc.nat(),
    zero: zeros,
    currency: fc.option(fc.record({ text: currencies, first: fc.boolean() })),
    edge: edges,
    gap: edges,
  });
  fc.assert(
    fc.property(
      spellings,
      ({ amount_fils, marks: { group, decimals }, decimal, zero, currency, edge, gap }) => {
        const sign = decimals[decimal % decimals.length] ?? '.';
        const [dirhams = '', fils = ''] = formatAmount(amount_fils).split('.');
        const number = `${dirhams.replaceAll(',', group)}${sign}${fils}`;
        const digits = number.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
        // A point directly before a digit may be a decimal separator, which is rejected.
        const space = gap || (currency?.text.endsWith('.') ? ' ' : '');
        const named = !currency
          ? digits
          : currency.first
            ? currency.text + space + digits
            : digits + gap + currency.text;
        expect(parseAmount(`${edge}${named}${edge}`)).toEqual({ ok: true, amount_fils });
      },
    ),
  );
});

test('a text of digits and marks is rejected or keeps every digit', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,٫٬'), maxLength: 14 });
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseAmount(text);
      if (!read.ok) return;
      const parts = text.split(/[.,٫٬]/);
      const last = parts.length > 1 ? (parts.at(-1) ?? '') : '';
      const decimals = last.length === 1 || last.length === 2 ? last : '';
      const groups = decimals === '' ? parts : parts.slice(0, -1);
      expect(read.amount_fils).toBe(Number(groups.join('') + decimals.padEnd(2, '0')));
      for (const group of groups.slice(1)) expect(group).toHaveLength(3);
    }),
    { numRuns: 5_000 },
  );
});
