import { grouped } from './grouped.ts';
import type { CorrectionRow, DeliveryFacts, MatchRow, OrderPaymentRow } from './payment-records.ts';
import type { DeliveryRow, Records } from './records.ts';

/**
 * Checks what is open on each order. The rows of an order are replayed in the order of their commits: what
 * was due is what was collected, rounded, pending, paid later, waived and owed, less what was taken too much.
 */
export function accountsOfOrders(records: Records): string[] {
  const stepsOf = grouped(stepsOfRecords(records), ({ order_id }) => order_id);
  const kept = new Map(records.order_balances.map((row) => [row.order_id, row]));
  return records.orders.flatMap(({ id, status, payment_status }) => {
    const { found, open, has_balance } = replayed(stepsOf.get(id) ?? []);
    const row = kept.get(id);
    if (has_balance && !row) found.push(`order ${id} has no balance`);
    const shown = [row?.owed_fils ?? 0, row?.unmatched_fils ?? 0, row?.refund_fils ?? 0];
    const wanted = [open.owed_fils, open.unmatched_fils, open.refund_fils];
    if (shown.join() !== wanted.join())
      found.push(
        `order ${id}: owed, unmatched and to refund are ${shown.join()} instead of ${wanted.join()}`,
      );
    const is_paid = open.owed_fils + open.unmatched_fils === 0;
    if (has_balance && status === 'completed' && (payment_status === 'paid') !== is_paid)
      found.push(`order ${id} is ${payment_status}, but ${wanted.join()} are open`);
    return found;
  });
}

type Step = { order_id: string; committed_at: string } & (
  | { kind: 'delivery'; row: DeliveryRow }
  | { kind: 'correction'; row: CorrectionRow }
  | { kind: 'payment'; row: OrderPaymentRow }
  | { kind: 'match'; row: MatchRow }
  | { kind: 'waiver' | 'refund'; row: { id: string; amount_fils: number } }
);

function stepsOfRecords(records: Records): Step[] {
  const steps: Step[] = [];
  for (const row of records.deliveries)
    if (row.outcome === 'delivered') steps.push({ kind: 'delivery', ...of(row) });
  for (const row of records.corrections) steps.push({ kind: 'correction', ...of(row) });
  for (const row of records.order_payments) steps.push({ kind: 'payment', ...of(row) });
  for (const row of records.matches) steps.push({ kind: 'match', ...of(row) });
  for (const row of records.waivers) steps.push({ kind: 'waiver', ...of(row) });
  for (const { order_id, ...row } of records.expenses)
    if (order_id !== null) steps.push({ kind: 'refund', ...of({ ...row, order_id }) });
  return steps.sort((one, other) => (one.committed_at < other.committed_at ? -1 : 1));
}

function of<Row extends { order_id: string; committed_at: string }>(row: Row) {
  return { row, order_id: row.order_id, committed_at: row.committed_at };
}

type Source = Pick<OrderPaymentRow, 'link_fils' | 'link_reference' | 'transfer_fils' | 'transfer_reference'>;
type Pending = Pick<MatchRow, 'source_id' | 'tender' | 'reference' | 'amount_fils'>;

/** The state of an order between two commits. */
type Account = {
  delivery: { id: string; facts: DeliveryFacts } | null;
  later: OrderPaymentRow[];
  matched: Map<string, MatchRow['matched_as']>;
  waived_fils: number;
  refunded_fils: number;
};

function replayed(steps: readonly Step[]) {
  const account: Account = {
    delivery: null,
    later: [],
    matched: new Map(),
    waived_fils: 0,
    refunded_fils: 0,
  };
  const found: string[] = [];
  let has_balance = false;
  for (const { kind, row } of steps) {
    const before = openOf(account);
    switch (kind) {
      case 'delivery':
        account.delivery = { id: row.id, facts: row };
        has_balance ||= row.due_fils !== null;
        continue;
      case 'correction': {
        // The correction of a delivery with a conflict changes no order.
        has_balance ||= account.delivery !== null;
        if (row.confirmation_id !== account.delivery?.id) continue;
        account.delivery = { id: row.confirmation_id, facts: row };
        const lost = [...account.matched.keys()].filter(
          (key) =>
            key.startsWith(row.confirmation_id) && !pendingOf(account).some((one) => keyOf(one) === key),
        );
        if (lost.length > 0) found.push(`correction ${row.id} changes the matched payment ${lost.join()}`);
        continue;
      }
      case 'payment':
        account.later.push(row);
        break;
      case 'match':
        if (!pendingOf(account).some((one) => keyOf(one) === keyOf(row)))
          found.push(`match ${row.id} of ${keyOf(row)} matches no payment`);
        if (account.matched.has(keyOf(row))) found.push(`match ${row.id} decides about ${keyOf(row)} again`);
        account.matched.set(keyOf(row), row.matched_as);
        break;
      case 'waiver':
        account.waived_fils += row.amount_fils;
        if (row.amount_fils > before.owed_fils)
          found.push(`waiver ${row.id} of ${row.amount_fils} fils exceeds the ${before.owed_fils} owed`);
        break;
      case 'refund':
        account.refunded_fils += row.amount_fils;
        if (row.amount_fils > before.refund_fils)
          found.push(
            `refund ${row.id} of ${row.amount_fils} fils exceeds the ${before.refund_fils} to refund`,
          );
        break;
    }
    has_balance = true;
  }
  return { found, open: openOf(account), has_balance };
}

function openOf(account: Account) {
  const { delivery, later, matched, waived_fils, refunded_fils } = account;
  const facts = delivery?.facts;
  let left_fils = facts ? dueOf(facts) - facts.rounding_fils - facts.collected_fils : 0;
  let unmatched_fils = 0;
  for (const payment of pendingOf(account)) {
    const outcome = matched.get(keyOf(payment));
    if (outcome === undefined) unmatched_fils += payment.amount_fils;
    if (outcome !== 'not_received') left_fils -= payment.amount_fils;
  }
  for (const { cash_fils, card_fils } of later) left_fils -= cash_fils + card_fils;
  left_fils -= waived_fils;
  const extra_fils = Math.max(0, -left_fils) + (facts?.refund_fils ?? 0);
  return {
    owed_fils: Math.max(0, left_fils),
    unmatched_fils,
    refund_fils: Math.max(0, extra_fils - refunded_fils),
  };
}

/** A plain delivery takes all that is due. */
function dueOf({ due_fils, collected_fils }: DeliveryFacts): number {
  return due_fils ?? collected_fils;
}

function pendingOf({ delivery, later }: Account): Pending[] {
  return [
    ...(delivery ? byReference(delivery.id, delivery.facts) : []),
    ...later.flatMap((row) => byReference(row.id, row)),
  ];
}

function byReference(source_id: string, row: Source): Pending[] {
  const { link_fils, link_reference, transfer_fils, transfer_reference } = row;
  const payments: Pending[] = [
    { source_id, tender: 'payment_link', reference: link_reference ?? '', amount_fils: link_fils },
    { source_id, tender: 'bank_transfer', reference: transfer_reference ?? '', amount_fils: transfer_fils },
  ];
  return payments.filter(({ amount_fils }) => amount_fils > 0);
}

function keyOf({ source_id, tender, reference, amount_fils }: Pending): string {
  return `${source_id} ${tender} ${reference} ${amount_fils}`;
}
