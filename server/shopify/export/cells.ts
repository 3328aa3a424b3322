import { formatMoney, MAX_AMOUNT_FILS } from '../../../contract/rules/amounts/money.ts';
import type { AmountFailure } from '../../../contract/rules/amounts/parse-amount.ts';
import { type CellFault, type CellFaultCode, cellFault } from '../../../contract/rules/import/cell-faults.ts';
import { reasonWith } from '../../orders/import/import-finding.ts';
import { readCellAmount } from './cell-amount.ts';
import type { CsvRow } from './csv-rows.ts';

/** A long number such as 6200407294252 in the notation in which a spreadsheet shows and saves it. */
const SHORTENED = /^'?\d(?:[.,]\d+)?E\+\d+$/i;

/** Arabic text that a spreadsheet saved in an encoding without Arabic. */
const LETTERS_LOST = /^[^\p{L}\p{N}]*\?{2}[^\p{L}\p{N}]*$/u;

/** All faults in the cells of one order, so that the user can fix a file in one go. */
type CellFaults = { line: number; column: string; reason: string; fault: CellFault }[];

/**
 * Reads the cells of a row. It records each fault in `faults` once and returns a placeholder, so that reading
 * continues.
 */
export class CellReader {
  readonly faults: CellFaults;
  readonly #row: CsvRow;

  constructor(row: CsvRow, faults: CellFaults = []) {
    this.#row = row;
    this.faults = faults;
  }

  /** Returns a reader for another row of the same order, with the same `faults`. */
  at(row: CsvRow): CellReader {
    return new CellReader(row, this.faults);
  }

  fault(column: string, code: CellFaultCode, values: Record<string, string | number> = {}): void {
    const { line } = this.#row;
    const is_noted = this.faults.some(
      (one) => one.line === line && one.column === column && one.fault.code === code,
    );
    if (!is_noted) this.faults.push({ line, column, ...reasonWith(cellFault(code, values)) });
  }

  /** Records the fault of a row with shifted or unreadable cells. */
  misshapen({ column, fault }: NonNullable<CsvRow['misshapen']>): void {
    this.faults.push({ line: this.#row.line, column, ...reasonWith(fault) });
  }

  raw(column: string): string {
    return this.#row.cell(column);
  }

  /**
   * Reads text made of digits (an id, a phone, a code), and records a fault if a spreadsheet shortened it.
   */
  code(column: string): string {
    const text = this.raw(column);
    if (SHORTENED.test(text)) this.fault(column, 'shortened', { text });
    return text;
  }

  /** Reads text in natural language, such as a name or an address. */
  words(column: string): string {
    const text = this.raw(column);
    if (LETTERS_LOST.test(text)) this.fault(column, 'letters_lost', { text });
    return text;
  }

  filled(column: string): void {
    if (this.#row.cell(column) === '') this.fault(column, 'empty');
  }

  /** Reads an amount in AED as fils; an empty cell is 0 when `optional`. */
  amount(column: string, optional = false): number {
    const text = this.#row.cell(column);
    return text === '' && optional ? 0 : this.#amountIn(column, text);
  }

  #amountIn(column: string, text: string): number {
    const parsed = readCellAmount(text, this.#row.decimal_comma);
    if (parsed.ok) return parsed.amount_fils;
    this.fault(column, amountFault(text, parsed.reason), { text, limit: formatMoney(MAX_AMOUNT_FILS) });
    return 0;
  }

  /**
   * Reads an amount in AED that may be below zero, as fils. `text`: the part of the cell that has the amount.
   */
  signedAmount(column: string, text: string = this.#row.cell(column)): number {
    const parsed = text.startsWith('-') ? readCellAmount(text.slice(1), this.#row.decimal_comma) : undefined;
    return parsed?.ok ? -parsed.amount_fils : this.#amountIn(column, text);
  }

  quantity(column: string): number {
    const text = this.#row.cell(column);
    if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
    this.fault(column, 'no_quantity', { text });
    return 1;
  }

  /** Reads a timestamp such as `2026-11-18 08:00:00 +0400`. */
  instant(column: string): Date {
    const text = this.#row.cell(column);
    const instant = parseInstant(text);
    if (!instant) this.fault(column, 'no_moment', { text });
    return instant ?? new Date(0);
  }
}

const AMOUNT_FAULTS = {
  empty: 'empty',
  unclear: 'amount_unclear',
  unparsable: 'no_amount',
  too_high: 'amount_too_high',
} as const satisfies Record<AmountFailure, CellFaultCode>;

function amountFault(text: string, reason: AmountFailure): CellFaultCode {
  const is_too_precise = reason === 'unparsable' && /[.٫]\d{3,}\D*$/.test(text);
  return is_too_precise ? 'too_many_decimals' : AMOUNT_FAULTS[reason];
}

const INSTANT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-])(\d{2}):?(\d{2})$/;

function parseInstant(text: string): Date | undefined {
  const [, day, time, sign, hours, minutes] = INSTANT.exec(text) ?? [];
  if (!day) return undefined;
  const local = new Date(`${day}T${time}Z`);
  // An impossible date, such as 30 February, either does not parse or becomes another date.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(day)) return undefined;
  const instant = new Date(`${day}T${time}${sign}${hours}:${minutes}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
