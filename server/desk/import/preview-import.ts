import { type CellFault, cellFaultText } from '../../../contract/rules/cell-faults.ts';
import { orderNumberOf } from '../../../contract/rules/order-number.ts';
import type { EndpointAnswer } from '../../../contract/schemas/endpoint-schemas.ts';
import type { PreviewedOrder, ToldFault } from '../../../contract/schemas/imports.ts';
import type { Untold } from '../../orders/fill-untold.ts';
import { compareBatch, type Told } from '../../orders/import-batch.ts';
import type { NewOrder } from '../../orders/new-order.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readOwnWords } from './import-memory.ts';
import { type BatchFinding, type ImportBatch, type ReadFromBatch, readBatch } from './read-batch.ts';

/** What is shown of a cell that is wrong. */
const VALUE_MAX = 80;

/** What would become of each order of a batch now; writes nothing. */
export async function previewImport(
  tx: Tx,
  actor: Staff,
  batch: ImportBatch,
  now: Date,
): Promise<EndpointAnswer<'preview_import'>> {
  const read = readBatch(batch, await readOwnWords(tx, actor, now));
  const told = read.flatMap((one) => ('told' in one ? one.told : []));
  const compared = await compareBatch(tx, actor, told);
  const states = new Map(compared.map(({ line, state }) => [line, state]));
  return { orders: read.map((one) => ('told' in one ? shown(one.told, states.get(one.line)) : unread(one))) };
}

type State = Awaited<ReturnType<typeof compareBatch>>[number]['state'];

function shown({ order, line, untold = [] }: Told, state: State | undefined): PreviewedOrder {
  if (state === undefined) throw new Error('an order was not compared');
  const head = { line, order_number: order.order_number, faults: [] };
  if (typeof state === 'string') {
    const none = { differences: [], left_because: null, version: null };
    return { ...head, fate: state, order: summaryOf(order, untold), ...none };
  }
  const { differences, left_because, version } = state;
  const because = left_because && toldOf(left_because);
  const told = { differences, left_because: because, version };
  return { ...head, fate: 'differs', order: summaryOf(state.order, untold), ...told };
}

/** What a cell says is told as short as it is shown. */
function toldOf({ code, values }: CellFault): ToldFault {
  const short = Object.entries(values).map(([name, text]) => [name, text.slice(0, VALUE_MAX)] as const);
  const fault = { code, values: Object.fromEntries(short) };
  return { ...fault, reason: cellFaultText(fault) };
}

function summaryOf(order: NewOrder, untold: readonly Untold[]): PreviewedOrder['order'] {
  const { customer, area = null, due_amount_fils, payment_method, created_at, promised_at } = order;
  return {
    customer: `${customer.first_name} ${customer.last_name}`.trim(),
    area,
    due_amount_fils,
    payment_method,
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
    const { line: at, column, fault, unknown_method = null } = finding;
    return {
      ...toldOf(fault),
      line: at,
      column,
      value: row.cell(column).slice(0, VALUE_MAX),
      unknown_method,
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
  };
}
