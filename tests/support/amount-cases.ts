import type { AmountFailure } from '../../contract/rules/amounts/parse-amount.ts';

type AmountCase = { text: string } & ({ amount_fils: number } | { reason: AmountFailure });

/** Amounts as typed and pasted, by the fault they once caused: read as another amount, or dropped. */
const CASES = {
  'decimal comma': [
    { text: '12,50', amount_fils: 1_250 },
    { text: '12,5', amount_fils: 1_250 },
    { text: '1250,50', amount_fils: 125_050 },
  ],
  'groups of three digits': [
    { text: '1,250', amount_fils: 125_000 },
    { text: '1,250.00', amount_fils: 125_000 },
    { text: '1.250,50', amount_fils: 125_050 },
  ],
  'rejected, and kept as typed': [
    { text: '12 50', reason: 'unparsable' },
    { text: "12'50", reason: 'unparsable' },
    { text: '12;50', reason: 'unparsable' },
    { text: '12.500', reason: 'unclear' },
    { text: '-12.50', reason: 'unparsable' },
    { text: '1e3', reason: 'unparsable' },
    { text: 'twelve', reason: 'unparsable' },
  ],
  'Arabic-Indic and Persian digits': [
    { text: '١٤٥', amount_fils: 14_500 },
    { text: '١٢٫٥', amount_fils: 1_250 },
    { text: '١٬٢٥٠٫٥٠', amount_fils: 125_050 },
    { text: '۱۲٫۵۰', amount_fils: 1_250 },
    { text: '١٢٫٥٠٠', reason: 'unclear' },
  ],
  'currency in its spellings': [
    { text: 'AED 12.50', amount_fils: 1_250 },
    { text: '12.50 Dhs', amount_fils: 1_250 },
    { text: 'د.إ.\u200F ١٢٫٥٠', amount_fils: 1_250 },
  ],
} as const satisfies Record<string, readonly AmountCase[]>;

export const AMOUNT_CASES: readonly AmountCase[] = Object.values(CASES).flat();

/** The first case of each kind. */
export const FIRST_AMOUNT_CASES: readonly AmountCase[] = Object.values(CASES).map(([first]) => first);
