import type { CellFaultCode } from '../../../contract/rules/cell-faults.ts';
import type { ListField, ListLayout } from '../../../contract/rules/import-fields.ts';
import { decimalText, latinNumber } from '../../../contract/rules/number-text.ts';
import { plainCode } from '../../../contract/rules/order-number.ts';
import { instantOf, readLocalMoment, readZonedMoment } from '../../orders/incoming/local-moment.ts';
import { CellReader } from '../../shopify/export/cells.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';

/** A mobile number of the Emirates without its leading zero, which a spreadsheet takes away. */
const ZERO_LOST = /^5\d{8}$/;

/** Reads a row of a list by its fields; what is wrong with a cell is noted under its column's header, and reading goes on. */
export class ListCells {
  readonly cells: CellReader;
  readonly #layout: ListLayout;

  constructor(row: CsvRow, layout: ListLayout, faults?: CellReader['faults']) {
    this.#layout = layout;
    this.cells = new CellReader(row, faults);
  }

  at(row: CsvRow): ListCells {
    return new ListCells(row, this.#layout, this.cells.faults);
  }

  tells(field: ListField): boolean {
    return this.columns(field).length > 0;
  }

  /** The headers of a field; none where the list does not tell it. */
  columns(field: ListField): string[] {
    return this.#layout.columns[field] ?? [];
  }

  raw(field: ListField): string {
    const [column] = this.columns(field);
    return column === undefined ? '' : this.cells.raw(column);
  }

  fault(field: ListField, code: CellFaultCode, values?: Record<string, string | number>): void {
    this.cells.fault(this.columns(field)[0] ?? '', code, values);
  }

  /** Each column of a field, as people read it. */
  words(field: ListField): string[] {
    return this.columns(field).map((column) => this.cells.words(column));
  }

  /** A number that names something: without the `.0` that some programs add. */
  code(field: ListField): string {
    const [column] = this.columns(field);
    if (column === undefined) return '';
    return plainCode(this.cells.code(column));
  }

  phone(): string {
    return this.code('phone').replace(ZERO_LOST, '0$&');
  }

  /** In fils; undefined for an empty cell. */
  amount(field: ListField): number | undefined {
    const [column] = this.columns(field);
    return column === undefined || this.cells.raw(column) === '' ? undefined : this.cells.amount(column);
  }

  quantity(): number {
    const text = decimalText(latinNumber(this.raw('quantity')));
    if (text === '') return 1;
    if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
    this.fault('quantity', 'no_quantity', { text });
    return 1;
  }

  /** Undefined for an empty cell. `whole_day` is the time of a date alone. */
  moment(field: ListField, time_zone: string, whole_day: string): Date | undefined {
    const text = latinNumber(this.raw(field));
    if (text === '') return undefined;
    const zoned = readZonedMoment(text);
    if (zoned) return zoned;
    const local = readLocalMoment(text, this.#layout.date_order);
    if (local) return instantOf(local, time_zone, whole_day);
    this.fault(field, 'no_date', { text });
    return undefined;
  }
}
