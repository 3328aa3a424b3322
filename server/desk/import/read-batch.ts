import type { EndpointBody } from '../../../contract/operations/endpoint-schemas.ts';
import { unguarded } from '../../../contract/rules/csv/csv-text.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { isUnreadable } from '../../../contract/rules/encodings/unreadable-character.ts';
import { cellFault } from '../../../contract/rules/import/cell-faults.ts';
import { orderNumberKey } from '../../../contract/rules/orders/order-number.ts';
import type { OrderInFile } from '../../orders/import/import-batch.ts';
import { reasonWith } from '../../orders/import/import-finding.ts';
import { isPlausibleOrderTime } from '../../orders/order-time.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import { type OrderRows, readExportedOrder } from '../../shopify/export/exported-order.ts';
import { type ListFinding, type ListReading, readListedOrder } from './listed-order.ts';

export type ImportBatch = EndpointBody<'preview_import'>;

/** The shop's own definitions, which a file does not contain. */
export type ShopDefinitions = Omit<ListReading, 'layout'>;

export type BatchFinding = ListFinding;
export type ReadFromBatch = { rows: OrderRows; line: number } & (
  | { read_order: OrderInFile }
  | { findings: BatchFinding[] }
);

/** Shopify's column of order creation times. */
const ORDERED = 'Created at';

/**
 * Reads the orders of a batch, for the preview and the import. Orders that share a number or id are all
 * refused, because they may be parts of one order.
 */
export function readBatch(batch: ImportBatch, own: ShopDefinitions): ReadFromBatch[] {
  const at = new Map(batch.columns.map((column, index) => [column, index]));
  const read = batch.orders.map(([first, ...more]) =>
    readRows([rowOf(first, batch, at), ...more.map((row) => rowOf(row, batch, at))], batch, own),
  );
  const by_key = new Map<string, ReadFromBatch[]>();
  for (const one of read) for (const key of keysOf(one)) by_key.set(key, [...(by_key.get(key) ?? []), one]);
  return read.map((one) => {
    const same = keysOf(one).flatMap((key) => by_key.get(key) ?? []);
    const other = same.find((another) => another !== one);
    return 'read_order' in one && other ? repeated(one, other) : one;
  });
}

type SentRow = ImportBatch['orders'][number][number];

/** `at`: the index of each column. */
function rowOf(
  { line, cells, misshapen }: SentRow,
  { columns, decimal_comma }: ImportBatch,
  at: ReadonlyMap<string, number>,
): CsvRow {
  const unreadable = columns.find((_, index) => isUnreadable(cells[index] ?? ''));
  return {
    line,
    cell: (column) => unguarded(cells[at.get(column) ?? -1]?.trim() ?? ''),
    misshapen:
      unreadable === undefined ? misshapen : { column: unreadable, fault: cellFault('unreadable_letters') },
    decimal_comma,
  };
}

function readRows(rows: OrderRows, { source }: ImportBatch, own: ShopDefinitions): ReadFromBatch {
  const [{ line }] = rows;
  const read =
    source.kind === 'shopify'
      ? readExported(rows, own)
      : readListedOrder(rows, { ...own, layout: source.layout });
  if ('findings' in read) return { rows, line, findings: read.findings };
  return { rows, line, read_order: { line, ...read } };
}

/** Checks the creation time: Shopify writes only valid ones, but a spreadsheet may have changed the file. */
function readExported(rows: OrderRows, own: ShopDefinitions): ReturnType<typeof readExportedOrder> {
  const { time_zone, now } = own;
  const read = readExportedOrder(rows, own);
  if ('findings' in read || isPlausibleOrderTime(read.order.created_at, now)) return read;
  const [{ line, cell }] = rows;
  const { order_number, created_at } = read.order;
  const values = { text: cell(ORDERED), day: dayOf(created_at, time_zone) };
  const why = reasonWith(cellFault('no_order_time', values));
  return { findings: [{ kind: 'bad', line, column: ORDERED, order_number, ...why }] };
}

/** The browser reads the whole file and does not send such orders; this check is for other clients. */
function repeated(
  { rows, line, read_order }: ReadFromBatch & { read_order: OrderInFile },
  other: ReadFromBatch,
): ReadFromBatch {
  const { order_number } = read_order.order;
  const why = reasonWith(cellFault('repeated', { line: other.line }));
  return { rows, line, findings: [{ kind: 'bad', line, column: '', order_number, ...why }] };
}

function keysOf(read: ReadFromBatch): string[] {
  const number =
    'read_order' in read ? read.read_order.order.order_number : (read.findings[0]?.order_number ?? '');
  const id = 'read_order' in read ? read.read_order.order.external_id : null;
  return [
    ...(number === '' ? [] : [`number ${orderNumberKey(number)}`]),
    ...(id === null ? [] : [`id ${id}`]),
  ];
}
