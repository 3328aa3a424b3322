import type { EndpointBody } from '../../../../contract/operations/endpoint-schemas.ts';
import { cellCountFault } from '../../../../contract/rules/csv/csv-dialect.ts';
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

/** A row of an order as it is sent. */
export type SentRow = EndpointBody<'preview_import'>['orders'][number][number];
export type SentOrder = [SentRow, ...SentRow[]];

/** An error of an order that only the reader of the whole file can detect. */
export type FileFault = {
  line: number;
  order_number: string;
  kind: 'repeated' | 'too_large' | 'partly_hidden';
  /**
   * The first row of the earlier order with the same number or id. It has already been sent; the preview
   * marks it.
   */
  earlier: number | null;
};

export type Grouping = {
  header: readonly string[];
  /** The columns whose cells are sent. */
  columns: readonly string[];
  /** The kind of each of these columns. */
  kinds: readonly CellKind[];
  /** The column with the order number; `id` is the column with the store's id. */
  number: string;
  id: string | null;
  /** The date columns that may show the order of day and month. */
  dates?: readonly string[];
  /**
   * True if consecutive rows with the same number are one order. A row without a number is an order of its
   * own.
   */
  several_rows: boolean;
  /**
   * True if a different number of cells means shifted cells; lists may omit empty cells at the end of a row.
   */
  exact_width: boolean;
};

/** Returns the cell kinds by column of the file; undefined for a column that is not sent. */
export function cellKinds({ header, columns, kinds }: Grouping): CellKinds {
  return header.map((name) => kinds[columns.indexOf(name)]);
}

/** An order that may continue in the next row; `bytes` is the size of its rows in a request. */
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
 * Groups rows into orders, and reports repeated numbers and ids. Stores one order, and all numbers so far.
 * Throws UnreadableFile after `orders_max` orders.
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
  /** The key of the order if the previous row was hidden. */
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

  /** Adds the next row. Returns the previous order once it is complete. */
  take(row: FileRow): Grouped | null {
    const number = orderNumberOf(plainCode(this.#text(row, this.#number_at)));
    const key = orderNumberKey(number);
    if (row.is_hidden) return this.#skip(key);
    const is_partly_hidden = key !== '' && key === this.#hidden_key && this.#grouping.several_rows;
    this.#hidden_key = '';
    const sent = this.#sent(row);
    if (this.#grouping.several_rows && key !== '' && this.#open?.key === key) {
      // All rows of a file may have one number: no rows are stored after the order is too large.
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

  /** Skips a hidden row. The visible rows of its order are incomplete then. */
  #skip(key: string): null {
    this.#hidden_key = key;
    if (this.#open && key !== '' && this.#open.key === key)
      this.#open.is_partly_hidden = this.#grouping.several_rows;
    return null;
  }

  /** Completes and returns the last order. */
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
    const misshapen = this.#firstFault(faults) ?? (has_slipped ? cellCountFault(cells, header) : null);
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

/** Reports whether a row has a value beyond the last column. */
function isFilledBeyond(cells: readonly string[], width: number): boolean {
  return cells.slice(width).some((cell) => cell.trim() !== '');
}

const utf8 = new TextEncoder();

/** Returns the size of rows in a request, in bytes of UTF-8. */
export function bytesOf(rows: readonly SentRow[]): number {
  return utf8.encode(JSON.stringify(rows)).byteLength;
}

export type Batch = { orders: SentOrder[]; faults: FileFault[]; progress: number };

/** Collects orders until a request is full. */
export class Batching {
  #orders: SentOrder[] = [];
  #faults: FileFault[] = [];
  #bytes = 0;

  /** Adds an order or a fault. Returns the previous batch if the order does not fit into it. */
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
