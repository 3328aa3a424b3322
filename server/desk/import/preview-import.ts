import type {
  PreviewedOrder,
  ToldFault,
} from '../../../contract/operations/desk/import/preview-import.schema.ts';
import type { EndpointAnswer } from '../../../contract/operations/endpoint-schemas.ts';
import { type CellFault, cellFaultText } from '../../../contract/rules/import/cell-faults.ts';
import { paymentMeaning } from '../../../contract/rules/import/source-names.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import { readRoute } from '../../operations/route.ts';
import type { NewOrder } from '../../orders/contents/new-order.ts';
import type { Untold } from '../../orders/import/fill-untold.ts';
import { compareBatch, type Told } from '../../orders/import/import-batch.ts';
import type { OwnNames } from '../../orders/incoming/own-names.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readOwnWords } from './import-memory.ts';
import { type BatchFinding, type ImportBatch, type ReadFromBatch, readBatch } from './read-batch.ts';

/** The displayed length of a faulty cell, in characters. */
const VALUE_MAX = 80;

/** Returns what an import would do with each order of a batch now; writes nothing. */
export async function previewImport(
  tx: Tx,
  actor: Staff,
  batch: ImportBatch,
  now: Date,
): Promise<EndpointAnswer<'preview_import'>> {
  const own = await readOwnWords(tx, actor, now);
  const read = readBatch(batch, own);
  const orders = read.flatMap((one) => ('told' in one ? one.told : []));
  const compared = await compareBatch(tx, actor, orders);
  const states = new Map(compared.map(({ line, state }) => [line, state]));
  return {
    orders: read.map((one) =>
      'told' in one ? shown(one.told, states.get(one.line), own.names) : unread(one),
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
  { order, line, untold = [] }: Told,
  state: State | undefined,
  names: OwnNames,
): PreviewedOrder {
  if (state === undefined) throw new Error('The order was not compared');
  const unknown_names = undefinedNames(order, names);
  const head = { line, order_number: order.order_number, faults: [], unknown_names };
  if (typeof state === 'string') {
    const none = { differences: [], left_because: null, version: null };
    return { ...head, fate: state, order: summaryOf(order, untold), ...none };
  }
  const { differences, left_because, version } = state;
  const because = left_because && shortened(left_because);
  const compared = { differences, left_because: because, version };
  return { ...head, fate: 'differs', order: summaryOf(state.order, untold), ...compared };
}

/** Shortens the texts of a fault to the displayed length. */
function shortened({ code, values }: CellFault): ToldFault {
  const short = Object.entries(values).map(([name, text]) => [name, text.slice(0, VALUE_MAX)] as const);
  const fault = { code, values: Object.fromEntries(short) };
  return { ...fault, reason: cellFaultText(fault) };
}

function summaryOf(order: NewOrder, untold: readonly Untold[]): PreviewedOrder['order'] {
  const { customer, area = null, due_amount_fils, payment_method, created_at, promised_at } = order;
  const { pays_either, waits_because } = order;
  return {
    customer: `${customer.first_name} ${customer.last_name}`.trim(),
    area,
    due_amount_fils,
    payment_method,
    pays_either,
    waits_because,
    created_at: untold.includes('created_at') ? null : created_at.toISOString(),
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
