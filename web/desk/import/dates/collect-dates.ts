import { IMPORT_CELL_MAX } from '../../../../contract/rules/import/import-fields.ts';
import { type DateReadings, readLocalDate } from '../../../../contract/rules/local-date/read-local-date.ts';
import type { FileRow } from '../reader/read-row.ts';
import { type DayRange, type DecidedDates, noDates } from './date-order.ts';

/** Most dates of spreadsheets match: a year in front leaves only one order. Empty cells match too. */
const ONE_ORDER = /^\s*(?:\d{4}-|$)/;
/** A time does not affect the order of its date. Without it, repeated days are found in the cache. */
const PLAIN_TIME = /,? (?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?[AaPp][Mm])?$/;
const KNOWN_MAX = 1_000;

/** Collects the possible orders of day and month of a file's dates, while its rows are read. */
export class DateCollector {
  readonly dates = noDates();
  readonly #places: readonly number[];
  readonly #known = new Map<string, DateReadings | null>();

  constructor(header: readonly string[], columns: readonly string[]) {
    this.#places = columns.map((column) => header.indexOf(column)).filter((at) => at >= 0);
  }

  take({ cells, line }: Pick<FileRow, 'cells' | 'line'>): void {
    for (const at of this.#places) {
      const cell = cells[at] ?? '';
      if (ONE_ORDER.test(cell)) continue;
      const text = cell.trim().slice(0, IMPORT_CELL_MAX);
      const readings = this.#read(text.replace(PLAIN_TIME, ''));
      if (readings) this.#count(readings, text, line);
    }
  }

  #read(text: string): DateReadings | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const read = readLocalDate(text);
    const readings = typeof read === 'string' ? null : read;
    if (this.#known.size < KNOWN_MAX) this.#known.set(text, readings);
    return readings;
  }

  #count({ dmy, mdy }: DateReadings, text: string, line: number): void {
    if (dmy && mdy) {
      if (dmy.day === mdy.day) return;
      const { either } = this.dates;
      either.count += 1;
      either.example ??= { text, line, dmy: dmy.day, mdy: mdy.day };
      either.dmy = extended(either.dmy, dmy.day);
      either.mdy = extended(either.mdy, mdy.day);
    } else countOne(this.dates[dmy ? 'dmy' : 'mdy'], text, line);
  }
}

function countOne(decided: DecidedDates, text: string, line: number): void {
  decided.count += 1;
  decided.example ??= { text, line };
}

function extended(range: DayRange | null, day: string): DayRange {
  if (!range) return { first: day, last: day };
  if (day < range.first) return { ...range, first: day };
  return day > range.last ? { ...range, last: day } : range;
}
