import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import type { Command } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import { correctOrder } from '../../orders/import/correct-order.ts';
import { compareBatch, importBatch } from '../../orders/import/import-batch.ts';
import { keepNames } from '../../orders/incoming/own-names.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readShopDefinitions } from './import-memory.ts';
import { type BatchFinding, type ImportBatch, type ReadFromBatch, readBatch } from './read-batch.ts';

type Other = EndpointResponse<'import_orders'>['others'][number];

/**
 * Adds the new orders of a batch. Recomputes which orders are new, whatever a preview showed. Orders that
 * differ stay unchanged.
 */
export async function importOrdersAtDesk(
  tx: Tx,
  actor: Staff,
  batch: ImportBatch,
  operation: Command,
): Promise<EndpointResponse<'import_orders'>> {
  const own = await readShopDefinitions(tx, actor, operation.now);
  const read = readBatch(batch, own);
  const orders = read.flatMap((one) => ('read_order' in one ? one.read_order : []));
  const source = batch.source.kind === 'shopify' ? 'shopify_export' : 'list';
  const compared = await importBatch(tx, actor, { orders, source }, operation);
  const added = new Set(compared.flatMap(({ line, state }) => (state === 'new' ? [line] : [])));
  const names = statusesOf(
    batch,
    read.filter(({ line }) => added.has(line)),
  );
  await keepNames(tx, actor.shop_id, own.names, { kind: 'status', names }, operation.now);
  const others = read.flatMap((one) => ('findings' in one ? otherOf(one.line, one.findings) : []));
  for (const { line, order, state } of compared) {
    if (typeof state === 'string') continue;
    const columns = state.differences.map(({ column }) => column);
    others.push({ line, order_number: order.order_number, fate: 'differs', columns });
  }
  return {
    imported: compared.filter(({ state }) => state === 'new').length,
    same: compared.filter(({ state }) => state === 'same').length,
    others,
  };
}

export const importOrdersRoute = commandRoute('import_orders', importOrdersAtDesk);

/** Returns the status texts in the file; a user may have defined a meaning for each. */
function statusesOf({ source }: ImportBatch, read: readonly ReadFromBatch[]): string[] {
  const column = source.kind === 'list' ? source.layout.columns.status?.[0] : undefined;
  if (column === undefined) return [];
  return read.flatMap(({ rows }) => rows.map(({ cell }) => cell(column))).filter((text) => text !== '');
}

function otherOf(line: number, findings: BatchFinding[]): Other {
  const fate = findings[0]?.kind === 'left_out' ? 'left_out' : 'bad';
  return {
    line,
    order_number: findings[0]?.order_number ?? '',
    fate,
    columns: findings.map(({ column }) => column),
  };
}

/**
 * Applies the file's values to one existing open order. Each order has its own command, so that its lock is
 * not held for a whole file. An order that has changed since the user viewed it stays unchanged.
 */
export async function correctImported(
  tx: Tx,
  actor: Staff,
  { order, seen_version, ...read }: EndpointBody<'correct_imported_order'>,
  operation: Command,
): Promise<EndpointResponse<'correct_imported_order'>> {
  const [one] = readBatch({ ...read, orders: [order] }, await readShopDefinitions(tx, actor, operation.now));
  if (!one) throw new Error('The batch contains no order');
  if ('findings' in one) {
    operation.unchanged();
    const { fate, columns } = otherOf(one.line, one.findings);
    return { outcome: fate === 'left_out' ? 'left_out' : 'bad', columns };
  }
  const [compared] = await compareBatch(tx, actor, [one.read_order]);
  if (!compared) throw new Error('The order was not compared');
  const { state, order: parsed, missing_fields } = compared;
  if (typeof state === 'string') {
    operation.unchanged();
    return { outcome: state, columns: [] };
  }
  // A previous version of the page does not send the version that it showed, and lists unchanged orders.
  if (seen_version === undefined) {
    operation.unchanged();
    return { outcome: 'left', columns: [] };
  }
  const correcting = { order_id: state.order_id, order: parsed, missing_fields, seen_version };
  const correction = await correctOrder(tx, actor, correcting, operation);
  if (correction.outcome === 'unchanged') return { outcome: 'same', columns: [] };
  const columns = correction.differences.map(({ column }) => column);
  return { outcome: correction.outcome, columns };
}

export const correctImportedOrderRoute = commandRoute('correct_imported_order', correctImported);
