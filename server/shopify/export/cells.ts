import { formatMoney, MAX_AMOUNT_FILS } from '../../../contract/rules/amounts/money.ts';
import type { AmountFailure } from '../../../contract/rules/amounts/parse-amount.ts';
import { type CellFault, type CellFaultCode, cellFault } from '../../../contract/rules/import/cell-faults.ts';
import { reasonWith } from '../../orders/import/import-finding.ts';
import { readCellAmount } from './cell-amount.ts';
import type { CsvRow } from './csv-rows.ts';

/** 6200407294252 as a spreadsheet shows it, and so saves it. */
const SHORTENED = /^'?\d(?:[.,]\d+)?E\+\d+$/i;

/** Arabic as a spreadsheet saves it where it has no letters for it. */
const LETTERS_LOST = /^[^\p{L}\p{N}]*\?{2}[^\p{L}\p{N}]*$/u;

/** What is wrong with the cells of one order, so that a file can be put right in one go. */
type CellFaults = { line: number; column: string; reason: string; fault: CellFault }[];

/**
 * Reads the cells of a row; what is wrong with one is noted in `faults`, once, and a stand-in answered, so
 * reading goes on.
 */
export class CellReader {
  readonly faults: CellFaults;
  readonly #row: CsvRow;

  constructor(row: CsvRow, faults: CellFaults = []) {
    this.#row = row;
    this.faults = faults;
  }

  /** The same for another row of the order. */
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

  /** Of a row whose cells have slipped, or that cannot be read. */
  misshapen({ column, fault }: NonNullable<CsvRow['misshapen']>): void {
    this.faults.push({ line: this.#row.line, column, ...reasonWith(fault) });
  }

  raw(column: string): string {
    return this.#row.cell(column);
  }

  /** Text made of digits that no spreadsheet has taken for a number: an id, a phone, a code. */
  code(column: string): string {
    const text = this.raw(column);
    if (SHORTENED.test(text)) this.fault(column, 'shortened', { text });
    return text;
  }

  /** What people read: a name, an address. */
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

  /** `2026-11-18 08:00:00 +0400`. */
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
  // An impossible day, such as 30 February, either does not parse or comes out as another one.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(day)) return undefined;
  const instant = new Date(`${day}T${time}${sign}${hours}:${minutes}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
