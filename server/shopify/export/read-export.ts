import type { Encoding } from '../../../contract/rules/encodings/encodings.ts';
import { cellFault } from '../../../contract/rules/import/cell-faults.ts';
import { orderNumberKey, orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import {
  type CellFinding,
  type FoundOrder,
  type ReadOrder,
  reasonWith,
  UnreadableExport,
} from '../../orders/import/import-finding.ts';
import type { ShopReading } from '../../orders/incoming/shop-reading.ts';
import { type CsvRow, readRows } from './csv-rows.ts';
import { type OrderRows, readExportedOrder } from './exported-order.ts';

/**
 * Yields the orders of an export, one at a time. If the file is damaged, throws UnreadableExport after the
 * orders before the damage.
 */
export async function* readExport(
  file: AsyncIterable<Uint8Array | string>,
  reading: ShopReading,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<FoundOrder> {
  for await (const group of groupByOrder(readRows(file, encoding))) {
    yield { ...readGroup(group, reading), line: group.rows[0].line, rows: group.rows.length };
  }
}

function readGroup({ rows, incomplete }: ExportGroup, reading: ShopReading): ReadOrder {
  if (!incomplete) return readExportedOrder(rows, reading);
  const order_number = orderNumberOf(rows[0].cell('Name'));
  return { findings: [{ kind: 'bad', column: 'Name', order_number, ...incomplete }] };
}

/** More lines than any order has. The rows of one order are held in memory, so they need a limit. */
const ORDER_LINES_MAX = 500;

type ExportGroup = {
  rows: OrderRows;
  /** The reason why rows may be missing; such an order must not be imported. */
  incomplete: (Pick<CellFinding, 'reason' | 'fault'> & { line: number }) | null;
};

function keyOf(row: CsvRow): string {
  return orderNumberKey(orderNumberOf(row.cell('Name')));
}

/** Groups adjacent rows with the same order number. Throws the errors of `rows`. */
export async function* groupByOrder(rows: AsyncIterable<CsvRow>): AsyncGenerator<ExportGroup> {
  let group: (ExportGroup & { key: string; rows: [CsvRow, ...CsvRow[]] }) | undefined;
  try {
    for await (const row of rows) {
      const key = keyOf(row);
      if (group && group.key === key) {
        if (group.rows.length < ORDER_LINES_MAX) group.rows.push(row);
        else
          group.incomplete ??= {
            line: row.line,
            ...reasonWith(cellFault('too_many_rows', { max: ORDER_LINES_MAX })),
          };
      } else {
        if (group) yield group;
        group = { key, rows: [row], incomplete: null };
      }
    }
  } catch (error) {
    if (group && error instanceof UnreadableExport) {
      const why = reasonWith(cellFault('rows_missing'));
      yield { rows: group.rows, incomplete: { line: group.rows[0].line, ...why } };
    }
    throw error;
  }
  if (group) yield group;
}
