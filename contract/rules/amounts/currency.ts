import { nameKey } from '../import/source-names.ts';

/** The spellings of AED, as keys of `nameKey`. */
const DIRHAM = new Set(
  [
    ...['AED', 'Dh', 'Dhs', 'Dirham', 'Dirhams', 'UAE Dirham', 'UAE Dirhams', 'Emirati Dirham', 'AED Dirham'],
    ...[
      'د.إ',
      'د.ا',
      'درهم',
      'دراهم',
      'درهم إماراتي',
      'درهم اماراتي',
      'الدرهم الإماراتي',
      'الدرهم الاماراتي',
    ],
    ...['UAE Dirham (AED)', 'AED (د.إ)', 'AED د.إ'],
  ].map(nameKey),
);

/** True for AED in any spelling: `aed`, `Dhs.`, `درهم`, `د.إ.` with direction marks around. */
export function isDirham(text: string): boolean {
  return DIRHAM.has(nameKey(text));
}
