import type { EndpointBody } from '../../../../contract/operations/endpoint-schemas.ts';
import { misshapenOf } from '../../../../contract/rules/csv/csv-dialect.ts';
import { unguarded } from '../../../../contract/rules/csv/csv-text.ts';
import { mayHaveLostSeparator } from '../../../../contract/rules/encodings/unreadable-character.ts';
import {
  type CellKind,
  IMPORT_BATCH_BYTES,
  IMPORT_CELL_MAX,
  IMPORT_ORDER_ROWS_MAX,
  IMPORT_ORDERS_MAX,
} from '../../../../contract/rules/import/import-fields.ts';
import { orderNumberKey, orderNumberOf, plainCode } from '../../../../contract/rules/orders/order-number.ts';
import { type FileRow, storable, UnreadableFile } from './read-row.ts';
import type { CellKinds } from './workbook/sheet-cells.ts';

/** An order's rows as they are sent. */
export type SentRow = EndpointBody<'preview_import'>['orders'][number][number];
export type SentOrder = [SentRow, ...SentRow[]];

/** What is wrong with an order of the file, that only who reads the whole file can tell. */
export type FileFault = {
  line: number;
  order_number: string;
  kind: 'repeated' | 'too_large' | 'partly_hidden';
  /** The first row of the order with the same number or id. It has been sent already: the preview marks it too. */
  earlier: number | null;
};

export type Grouping = {
  header: readonly string[];
  /** The columns that are sent. */
  columns: readonly string[];
  /** The kind of each of these columns. */
  kinds: readonly CellKind[];
  /** The column with the order's number, and the one with the store's id. */
  number: string;
  id: string | null;
  /** The columns with dates whose order of day and month the file may show. */
  dates?: readonly string[];
  /** Whether an order may have several rows: those with the same number that follow each other. A row without a number is no other order's. */
  several_rows: boolean;
  /** Whether a row of a wrong number of cells has slipped; a list may leave out empty cells at a row's end. */
  exact_width: boolean;
};

/** Returns the kinds of values by column of the file; undefined for a column that is not sent. */
export function cellKinds({ header, columns, kinds }: Grouping): CellKinds {
  return header.map((name) => kinds[columns.indexOf(name)]);
}

/** An order that may continue in the next row; `bytes` is the size of its rows when sent. */
type OpenOrder = {
  number: string;
  key: string;
  id: string;
  rows: SentOrder;
  bytes: number;
  is_partly_hidden: boolean;
};

export type Grouped = { order: SentOrder } | { fault: FileFault };

/**
 * Groups rows into orders, each number and id once. Stores one order, and the numbers so far. Throws
 * UnreadableFile after `orders_max` orders.
 */
export class OrderGroups {
  readonly #grouping: Grouping;
  readonly #orders_max: number;
  readonly #seen = new Map<string, number>();
  readonly #places: number[];
  readonly #imported: ReadonlySet<number>;
  readonly #number_at: number;
  readonly #id_at: number;
  #orders = 0;
  #open: OpenOrder | null = null;
  /** The order of the hidden row right before the next one. */
  #hidden_key = '';

  constructor(grouping: Grouping, orders_max: number) {
    const { header, columns, number, id } = grouping;
    this.#grouping = grouping;
    this.#orders_max = orders_max;
    this.#places = columns.map((column) => header.indexOf(column));
    this.#imported = new Set(this.#places);
    this.#number_at = header.indexOf(number);
    this.#id_at = id === null ? -1 : header.indexOf(id);
  }

  /** Takes the next row; answers the order before it, once that is whole. */
  take(row: FileRow): Grouped | null {
    const number = orderNumberOf(plainCode(this.#text(row, this.#number_at)));
    const key = orderNumberKey(number);
    if (row.is_hidden) return this.#skip(key);
    const is_partly_hidden = key !== '' && key === this.#hidden_key && this.#grouping.several_rows;
    this.#hidden_key = '';
    const sent = this.#sent(row);
    if (this.#grouping.several_rows && key !== '' && this.#open?.key === key) {
      // All rows of a file may be one order: no more rows are stored once it is too large.
      if (isTooLarge(this.#open)) return null;
      this.#open.is_partly_hidden ||= is_partly_hidden;
      this.#open.rows.push(sent);
      this.#open.bytes += bytesOf([sent]);
      return null;
    }
    const whole = this.end();
    const id = this.#text(row, this.#id_at);
    this.#open = { number, key, id, rows: [sent], bytes: bytesOf([sent]), is_partly_hidden };
    return whole;
  }

  /** Skips a hidden row. The visible rows of its order are not the whole order. */
  #skip(key: string): null {
    this.#hidden_key = key;
    if (this.#open && key !== '' && this.#open.key === key)
      this.#open.is_partly_hidden = this.#grouping.several_rows;
    return null;
  }

  /** The last order. */
  end(): Grouped | null {
    const open = this.#open;
    this.#open = null;
    if (!open) return null;
    const { number: order_number } = open;
    const { line } = open.rows[0];
    this.#orders += 1;
    if (this.#orders > this.#orders_max) throw new UnreadableFile('too_many', line);
    const keys = [...(open.key === '' ? [] : [`n${open.key}`]), ...(open.id === '' ? [] : [`i${open.id}`])];
    const earlier = keys.map((key) => this.#seen.get(key)).find((at) => at !== undefined) ?? null;
    if (earlier !== null) return { fault: { line, order_number, kind: 'repeated', earlier } };
    for (const key of keys) this.#seen.set(key, line);
    if (isTooLarge(open)) return { fault: { line, order_number, kind: 'too_large', earlier: null } };
    if (open.is_partly_hidden) return { fault: { line, order_number, kind: 'partly_hidden', earlier: null } };
    return { order: open.rows };
  }

  #text({ cells }: FileRow, at: number): string {
    return unguarded(cells[at]?.trim().slice(0, IMPORT_CELL_MAX) ?? '');
  }

  #sent({ line, cells, faults }: FileRow): SentRow {
    const { header, exact_width } = this.#grouping;
    const has_slipped = exact_width
      ? cells.length !== header.length
      : isFilledBeyond(cells, header.length) || mayHaveLostSeparator(cells, header.length);
    const misshapen = this.#firstFault(faults) ?? (has_slipped ? misshapenOf(cells, header) : null);
    return {
      line,
      cells: this.#places.map((at) => storable((cells[at] ?? '').trim().slice(0, IMPORT_CELL_MAX))),
      misshapen,
    };
  }

  /** Returns the leftmost fault in a column that is imported. */
  #firstFault(faults: FileRow['faults']): SentRow['misshapen'] {
    const [first] = faults.filter(({ at }) => this.#imported.has(at)).sort((a, b) => a.at - b.at);
    const column = first && this.#grouping.header[first.at];
    return first && column !== undefined ? { column, fault: first.fault } : null;
  }
}

function isTooLarge({ rows, bytes }: OpenOrder): boolean {
  return rows.length > IMPORT_ORDER_ROWS_MAX || bytes > IMPORT_BATCH_BYTES;
}

/** More than a name of columns, that stands where no column is. */
function isFilledBeyond(cells: readonly string[], width: number): boolean {
  return cells.slice(width).some((cell) => cell.trim() !== '');
}

const utf8 = new TextEncoder();

/** What these rows take in a body. */
export function bytesOf(rows: readonly SentRow[]): number {
  return utf8.encode(JSON.stringify(rows)).byteLength;
}

export type Batch = { orders: SentOrder[]; faults: FileFault[]; progress: number };

/** Puts orders together until a body is full. */
export class Batching {
  #orders: SentOrder[] = [];
  #faults: FileFault[] = [];
  #bytes = 0;

  /** Answers the batch before, where this one has no room in it. */
  add(grouped: Grouped, progress: number): Batch | null {
    if ('fault' in grouped) {
      this.#faults.push(grouped.fault);
      return this.#faults.length >= IMPORT_ORDERS_MAX ? this.take(progress) : null;
    }
    const bytes = bytesOf(grouped.order);
    const is_full = this.#orders.length >= IMPORT_ORDERS_MAX || this.#bytes + bytes > IMPORT_BATCH_BYTES;
    const full = is_full ? this.take(progress) : null;
    this.#orders.push(grouped.order);
    this.#bytes += bytes;
    return full;
  }

  take(progress: number): Batch {
    const batch = { orders: this.#orders, faults: this.#faults, progress };
    this.#orders = [];
    this.#faults = [];
    this.#bytes = 0;
    return batch;
  }
}
