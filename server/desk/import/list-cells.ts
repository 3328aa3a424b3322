import { decimalText, latinNumber } from '../../../contract/rules/amounts/number-text.ts';
import type { CellFaultCode } from '../../../contract/rules/import/cell-faults.ts';
import type { ListField, ListLayout } from '../../../contract/rules/import/import-fields.ts';
import { nameKey } from '../../../contract/rules/import/source-names.ts';
import { readDateIn } from '../../../contract/rules/local-date/read-local-date.ts';
import { plainCode } from '../../../contract/rules/orders/order-number.ts';
import { instantOf, readZonedTimestamp } from '../../orders/incoming/local-time.ts';
import { CellReader } from '../../shopify/export/cells.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import { refundEntries } from './refund-entries.ts';

/** A mobile number of the Emirates without the leading zero, which spreadsheets remove. */
const ZERO_LOST = /^5\d{8}$/;

/** Cell texts that mean no refund. */
const NO_REFUND = new Set(['', '-', 'no', 'n', 'none', '0', 'false', 'لا'].map(nameKey));

/**
 * Reads an order's rows by the fields of a list, each field from the first row that has it. Notes a faulty
 * cell under its column's header and continues.
 */
export class ListCells {
  readonly faults: CellReader['faults'];
  readonly #rows: OrderRows;
  readonly #first: CellReader;
  readonly #layout: ListLayout;

  constructor(rows: OrderRows, layout: ListLayout, faults: CellReader['faults'] = []) {
    this.#rows = rows;
    this.#first = new CellReader(rows[0], faults);
    this.#layout = layout;
    this.faults = faults;
  }

  /** Returns a reader of one row. */
  at(row: CsvRow): ListCells {
    const is_all = this.#rows.length === 1 && this.#rows[0] === row;
    return is_all ? this : new ListCells([row], this.#layout, this.faults);
  }

  #rowOf(field: ListField): CsvRow {
    return this.#rowWith(this.columns(field));
  }

  #rowWith(columns: readonly string[]): CsvRow {
    return this.#rows.find((row) => columns.some((column) => row.cell(column) !== '')) ?? this.#rows[0];
  }

  #cells(field: ListField): CellReader {
    return this.#rows.length === 1 ? this.#first : this.#first.at(this.#rowOf(field));
  }

  /** Returns the number of the line from which a field is read. */
  line(field: ListField): number {
    return this.#rowOf(field).line;
  }

  hasField(field: ListField): boolean {
    return this.columns(field).length > 0;
  }

  /** Returns true if the list has the price of each item. */
  isPriced(): boolean {
    return this.hasField('item') && this.hasField('price');
  }

  /** Returns the headers of a field; empty if the list lacks it. */
  columns(field: ListField): string[] {
    return this.#layout.columns[field] ?? [];
  }

  raw(field: ListField): string {
    const [column] = this.columns(field);
    return column === undefined ? '' : this.#cells(field).raw(column);
  }

  fault(field: ListField, code: CellFaultCode, values?: Record<string, string | number>): void {
    this.faultIn(this.columns(field), code, values);
  }

  /** Notes a fault under the first of these columns, in the first row that has one of them. */
  faultIn(columns: readonly string[], code: CellFaultCode, values?: Record<string, string | number>): void {
    this.#first.at(this.#rowWith(columns)).fault(columns[0] ?? '', code, values);
  }

  /** Notes rows with shifted or unreadable cells. */
  misshapen(): void {
    for (const row of this.#rows) if (row.misshapen) this.#first.at(row).misshapen(row.misshapen);
  }

  /** Returns each column of a field as normalised text. */
  texts(field: ListField): string[] {
    const cells = this.#cells(field);
    return this.columns(field).map((column) => cells.words(column));
  }

  /** Returns an identifying number, without the `.0` that some programs append. */
  code(field: ListField): string {
    const [column] = this.columns(field);
    if (column === undefined) return '';
    return plainCode(this.#cells(field).code(column));
  }

  /** Returns the distinct phone numbers of all rows, as written. */
  phone(): string {
    return this.#distinct((row) => this.at(row).code('phone').replace(ZERO_LOST, '0$&')).join(' / ');
  }

  /** Returns the distinct notes of all rows. */
  notes(): string {
    return this.#distinct((row) => this.at(row).raw('notes')).join('\n');
  }

  #distinct(textOf: (row: CsvRow) => string): string[] {
    return [...new Set(this.#rows.map(textOf).filter((text) => text !== ''))];
  }

  /** Returns an amount in fils; undefined for an empty cell. */
  amount(field: ListField): number | undefined {
    const [column] = this.columns(field);
    if (column === undefined) return undefined;
    const cells = this.#cells(field);
    return cells.raw(column) === '' ? undefined : cells.amount(column);
  }

  /** Adds up columns in fils, each from the first row that has it. An empty cell is 0. */
  sum(columns: readonly string[]): number {
    const amountIn = (column: string) => this.#first.at(this.#rowWith([column])).amount(column, true);
    return columns.reduce((total, column) => total + amountIn(column), 0);
  }

  /** Returns the refunded amount in fils. Lists write it with or without a minus sign. */
  refund(): number {
    const [column] = this.columns('refund');
    const text = this.raw('refund');
    if (column === undefined || NO_REFUND.has(nameKey(text))) return 0;
    const cells = this.#cells('refund');
    const texts = refundEntries(text) ?? [text];
    return texts.reduce((sum, one) => sum + Math.abs(cells.signedAmount(column, one)), 0);
  }

  /** Returns the quantity; 0 if the row's goods were removed from the order. */
  quantity(): number {
    const text = decimalText(latinNumber(this.raw('quantity')));
    if (text === '') return 1;
    if (/^(?:0|[1-9]\d{0,5})$/.test(text)) return Number(text);
    this.fault('quantity', 'no_quantity', { text });
    return 1;
  }

  /** Reads a date or time; undefined for an empty cell. `whole_day`: the time for a date without one. */
  moment(field: ListField, time_zone: string, whole_day: string): Date | undefined {
    const text = latinNumber(this.raw(field));
    if (text === '') return undefined;
    const zoned = readZonedTimestamp(text);
    if (zoned) return zoned;
    const local = readDateIn(text, this.#layout.date_order);
    if (typeof local !== 'string') return instantOf(local, time_zone, whole_day);
    this.fault(field, local, { text });
    return undefined;
  }
}
