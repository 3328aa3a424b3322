import type { FoundOrder, ReadOrder } from '../../orders/found-order.ts';
import { orderNumberOf } from '../../orders/order-number.ts';
import { readRows } from './csv-rows.ts';
import { readExportedOrder } from './exported-order.ts';
import { type ExportGroup, groupByOrder } from './order-groups.ts';

/**
 * Reads Shopify's orders export order by order, holding one at a time. Throws UnreadableExport; orders before the damage are
 * answered first.
 */
export async function* readExport(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<FoundOrder> {
  for await (const group of groupByOrder(readRows(file))) {
    yield { ...readGroup(group), line: group.rows[0].line, rows: group.rows.length };
  }
}

function readGroup({ rows, incomplete }: ExportGroup): ReadOrder {
  if (!incomplete) return readExportedOrder(rows);
  const order_number = orderNumberOf(rows[0].cell('Name'));
  return { findings: [{ kind: 'bad', column: 'Name', order_number, ...incomplete }] };
}
