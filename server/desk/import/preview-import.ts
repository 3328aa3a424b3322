import type {
  FaultMessage,
  PreviewedOrder,
} from '../../../contract/operations/desk/import/preview-import.schema.ts';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { type CellFault, cellFaultText } from '../../../contract/rules/import/cell-faults.ts';
import { paymentMeaning } from '../../../contract/rules/import/source-names.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import { readRoute } from '../../operations/route.ts';
import type { NewOrder } from '../../orders/contents/new-order.ts';
import type { MissingField } from '../../orders/import/fill-missing-fields.ts';
import { compareBatch, type OrderInFile } from '../../orders/import/import-batch.ts';
import type { OwnNames } from '../../orders/incoming/own-names.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readShopDefinitions } from './import-memory.ts';
import { type BatchFinding, type ImportBatch, type ReadFromBatch, readBatch } from './read-batch.ts';

/** The displayed length of a faulty cell, in characters. */
const VALUE_MAX = 80;

/** Returns what an import would do with each order of a batch now; writes nothing. */
export async function previewImport(
  tx: Tx,
  actor: Staff,
  batch: ImportBatch,
  now: Date,
): Promise<EndpointResponse<'preview_import'>> {
  const own = await readShopDefinitions(tx, actor, now);
  const read = readBatch(batch, own);
  const orders = read.flatMap((one) => ('read_order' in one ? one.read_order : []));
  const compared = await compareBatch(tx, actor, orders);
  const states = new Map(compared.map(({ line, state }) => [line, state]));
  return {
    orders: read.map((one) =>
      'read_order' in one ? shown(one.read_order, states.get(one.line), own.names) : unread(one),
    ),
  };
}

export const previewImportRoute = readRoute('preview_import', ({ tx, actor, body, services }) =>
  previewImport(tx, actor, body, services.now()),
);

type State = Awaited<ReturnType<typeof compareBatch>>[number]['state'];

/** Returns the order's payment names that have no meaning. */
function undefinedNames({ waits_because, payment_names }: NewOrder, { payment }: OwnNames) {
  if (waits_because !== 'payment_unknown') return [];
  const names = (payment_names ?? []).filter((name) => paymentMeaning(name, payment) === undefined);
  return (names.length === 0 ? [''] : names).map((name) => ({ kind: 'payment' as const, name }));
}

function shown(
  { order, line, missing_fields = [] }: OrderInFile,
  state: State | undefined,
  names: OwnNames,
): PreviewedOrder {
  if (state === undefined) throw new Error('The order was not compared');
  const unknown_names = undefinedNames(order, names);
  const head = { line, order_number: order.order_number, faults: [], unknown_names };
  if (typeof state === 'string') {
    const none = { differences: [], left_because: null, version: null };
    return { ...head, fate: state, order: summaryOf(order, missing_fields), ...none };
  }
  const { differences, left_because, version } = state;
  const because = left_because && shortened(left_because);
  const compared = { differences, left_because: because, version };
  return { ...head, fate: 'differs', order: summaryOf(state.order, missing_fields), ...compared };
}

/** Shortens the texts of a fault to the displayed length. */
function shortened({ code, values }: CellFault): FaultMessage {
  const short = Object.entries(values).map(([name, text]) => [name, text.slice(0, VALUE_MAX)] as const);
  const fault = { code, values: Object.fromEntries(short) };
  return { ...fault, reason: cellFaultText(fault) };
}

function summaryOf(order: NewOrder, missing_fields: readonly MissingField[]): PreviewedOrder['order'] {
  const { customer, area = null, due_amount_fils, payment_method, created_at, promised_at } = order;
  const { pays_either, waits_because } = order;
  return {
    customer: `${customer.first_name} ${customer.last_name}`.trim(),
    area,
    due_amount_fils,
    payment_method,
    pays_either,
    waits_because,
    created_at: missing_fields.includes('created_at') ? null : created_at.toISOString(),
    promised_at: promised_at?.toISOString() ?? null,
  };
}

function unread({
  rows,
  line,
  findings,
}: Extract<ReadFromBatch, { findings: BatchFinding[] }>): PreviewedOrder {
  const [first] = findings;
  const faults = findings.map((finding) => {
    const row = rows.find((one) => one.line === finding.line) ?? rows[0];
    const { line: at, column, fault } = finding;
    return {
      ...shortened(fault),
      line: at,
      column,
      value: row.cell(column).slice(0, VALUE_MAX),
      // Required by pages of the previous version. A name without a meaning is no longer a fault.
      unknown_method: null,
    };
  });
  return {
    line,
    order_number: orderNumberOf(first?.order_number ?? ''),
    fate: first?.kind === 'left_out' ? 'left_out' : 'bad',
    order: null,
    faults,
    differences: [],
    left_because: null,
    version: null,
    unknown_names: findings.flatMap(({ unknown_status }) =>
      unknown_status === undefined ? [] : [{ kind: 'status' as const, name: unknown_status }],
    ),
  };
}
