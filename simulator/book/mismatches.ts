import type { Action, BookEntry } from './book.ts';
import type { CorrectionRow, MatchRow, OrderPaymentRow, Taken } from './payment-records.ts';
import type {
  ArrangementRow,
  AttemptRow,
  DeliveryRow,
  DepositRow,
  FloatRow,
  HandoverRow,
  StopsCommandRow,
  UndoRow,
} from './records.ts';
import type {
  ApprovalRow,
  DecisionRow,
  DifferenceRow,
  ProposalRow,
  SettlementRow,
  VoidRow,
} from './second-person-records.ts';

/** A record that a command of a person has made. */
export type RecordRow =
  | DeliveryRow
  | HandoverRow
  | DepositRow
  | FloatRow
  | ArrangementRow
  | AttemptRow
  | UndoRow
  | StopsCommandRow
  | ApprovalRow
  | DecisionRow
  | DifferenceRow
  | SettlementRow
  | ProposalRow
  | OrderPaymentRow
  | CorrectionRow
  | MatchRow
  | VoidRow;

/** Returns the fields in which the row differs from the action. */
export function mismatches(entry: BookEntry, row: RecordRow): string[] {
  const { action, person } = entry;
  if (row.shop_id !== person.shop_id) return ['it is in another shop'];
  const of_part = paymentMismatches(entry, row) ?? secondPersonMismatches(entry, row);
  if (of_part) return of_part;
  if (action.kind === 'attempt' && 'reason' in row) {
    return [
      ...is('the driver', person.user_id, row.user_id),
      ...is('the order', action.order_id, row.order_id),
      ...is('the reason', action.reason, row.reason),
    ];
  }
  if (action.kind === 'undo' && 'attempt_id' in row) {
    return [
      ...is('the driver', person.user_id, row.user_id),
      ...is('the attempt', action.attempt_id, row.attempt_id),
    ];
  }
  if ((action.kind === 'set out' || action.kind === 'load check') && 'done' in row) {
    const answered = [...row.done, ...row.skipped];
    const mayBeAbsent = (id: string) => action.kind === 'load check' || row.were_out.includes(id);
    const named = action.order_ids.filter((id) => answered.includes(id) || !mayBeAbsent(id));
    return [
      ...is('the driver', person.user_id, row.user_id),
      ...is('the command', action.kind, row.kind),
      ...is('the stops', named.sort().join(), answered.sort().join()),
    ];
  }
  if ((action.kind === 'delivery' || action.kind === 'delivery as taken') && 'delivered_at' in row) {
    return [
      ...is('the driver', person.user_id, row.user_id),
      ...is('the order', action.order_id, row.order_id),
    ];
  }
  if (action.kind === 'deposit' && 'manager_id' in row) {
    return [
      ...is('the manager', person.user_id, row.manager_id),
      ...is('the amount', action.amount_fils, row.amount_fils),
    ];
  }
  if (action.kind === 'arrangement' && 'order_ids' in row) {
    return [
      ...is('the driver', person.user_id, row.user_id),
      ...is('the order of stops', action.order_ids.join(), row.order_ids.join()),
    ];
  }
  if (action.kind === 'float' && 'direction' in row) {
    const both = [row.admin_id, row.signing_manager_id].sort().join();
    return [
      ...is('the direction', action.direction, row.direction),
      ...is('the recording user', person.user_id, row.recorded_by),
      ...is('the signers', [person.user_id, action.with_user_id].sort().join(), both),
      ...is('the admin', person.role === 'Admin' ? person.user_id : action.with_user_id, row.admin_id),
      ...is('the amount', action.amount_fils, row.amount_fils),
    ];
  }
  if ('handover_type' in row && 'with_user_id' in action) {
    const has_machine = action.kind === 'start' || action.kind === 'end';
    return [
      ...is('the card machine', has_machine ? action.card_machine_id : null, row.card_machine_id),
      ...(action.kind === 'end'
        ? differenceOf(action, row)
        : is('the difference', null, row.difference_fils)),
      ...is('the kind', action.kind, row.handover_type),
      ...is('the other person', action.with_user_id, row.staff_user_id),
      ...is('the recording user', person.user_id, row.admin_id),
      ...is('the amount', action.amount_fils, row.amount_fils),
      ...is('the list of goods', signedGoods(action), goodsOf(row)),
    ];
  }
  return ['it is another kind of record'];
}

const is = (what: string, wanted: unknown, found: unknown) =>
  wanted === found ? [] : [`${what} is ${String(found)} instead of ${String(wanted)}`];

/** An end of day compares the amount with the balance on the form. */
function differenceOf(action: Extract<Action, { kind: 'end' }>, row: HandoverRow): string[] {
  const { amount_fils, estimated_fils, difference_choice } = action;
  const difference_fils = estimated_fils === null ? row.difference_fils : amount_fils - estimated_fils;
  return [
    ...is('the difference', difference_fils, row.difference_fils),
    ...is('the choice', difference_choice, row.difference_choice),
  ];
}

/** Returns null if the action and the row are not of later payments, matches, corrections or expenses. */
function paymentMismatches({ action, person }: BookEntry, row: RecordRow): string[] | null {
  if (action.kind === 'later payment' && 'taken_by' in row) {
    return [
      ...is('the user who took it', person.user_id, row.taken_by),
      ...is('the order', action.order_id, row.order_id),
      ...is('the payment', takenText(action.taken), paidText(row)),
    ];
  }
  if (action.kind === 'match' && 'matched_by' in row) {
    return [
      ...is('the matching user', person.user_id, row.matched_by),
      ...is('the source', action.source_id, row.source_id),
      ...is('the tender', action.tender, row.tender),
      ...is('the amount', action.amount_fils, row.amount_fils),
      ...is('the outcome', action.matched_as, row.matched_as),
    ];
  }
  if (action.kind === 'correction' && 'corrected_by' in row) {
    const card_fils = row.collected_fils - row.cash_fils;
    return [
      ...is('the correcting user', person.user_id, row.corrected_by),
      ...is('the order', action.order_id, row.order_id),
      ...is('the name', action.customer_name, row.customer_name),
      ...is('the payment', takenText(action.taken), paidText({ ...row, card_fils })),
    ];
  }
  if (!('expires_at' in row)) return null;
  const requested = is('the requesting user', person.user_id, row.requested_by);
  switch (action.kind) {
    case 'waiver request':
      return [
        ...requested,
        ...is('the request', 'waiver', row.kind),
        ...is('the order', action.order_id, row.record.order_id),
        ...is('the amount', action.amount_fils, row.amount_fils),
      ];
    case 'consent request':
      return [
        ...requested,
        ...is('the request', 'unpaid', row.kind),
        ...is('the order', action.order_id, row.record.order_id),
      ];
    case 'correction':
      return [...requested, ...is('the request', 'correction', row.kind)];
    case 'expense request':
      return [
        ...requested,
        ...is('the request', 'expense', row.kind),
        ...is('the person', person.user_id, row.user_id),
        ...is('the kind', action.spent_for, row.record.kind),
        ...is('the order', action.order_id, row.record.order_id ?? null),
        ...is('the amount', action.amount_fils, row.amount_fils),
      ];
    default:
      return null;
  }
}

type Paid = Pick<
  OrderPaymentRow,
  'cash_fils' | 'card_fils' | 'link_fils' | 'link_reference' | 'transfer_fils' | 'transfer_reference'
>;

function paidText(row: Paid): string {
  const { cash_fils, card_fils, link_fils, link_reference, transfer_fils, transfer_reference } = row;
  return [cash_fils, card_fils, link_fils, link_reference, transfer_fils, transfer_reference].join(' ');
}

function takenText({ cash_fils, card_fils, link, transfer }: Taken): string {
  return paidText({
    cash_fils,
    card_fils,
    link_fils: link?.amount_fils ?? 0,
    link_reference: link?.reference ?? null,
    transfer_fils: transfer?.amount_fils ?? 0,
    transfer_reference: transfer?.reference ?? null,
  });
}

/** Returns null if the action and the row are not of approvals, shortages and overs, or voids. */
function secondPersonMismatches({ action, person }: BookEntry, row: RecordRow): string[] | null {
  if ('expires_at' in row) {
    const requested = is('the requesting user', person.user_id, row.requested_by);
    switch (action.kind) {
      case 'adjustment request':
        return [
          ...requested,
          ...is('the request', 'adjustment', row.kind),
          ...is('the person', action.user_id, row.user_id),
          ...is('the amount', action.amount_fils, row.amount_fils),
        ];
      case 'write-off request':
        return [
          ...requested,
          ...is('the request', 'write_off', row.kind),
          ...is('the difference', action.difference_id, row.record.difference_id),
          ...is('the amount', action.amount_fils, row.amount_fils),
        ];
      case 'float request': {
        const both = [row.record.admin_id, row.record.manager_id].sort().join();
        return [
          ...requested,
          ...is('the request', 'float', row.kind),
          ...is('the direction', action.direction, row.record.direction),
          ...is('the signers', [person.user_id, action.with_user_id].sort().join(), both),
          ...is('the amount', action.amount_fils, row.amount_fils),
        ];
      }
      case 'void':
        return [
          ...requested,
          ...is('the request', 'void', row.kind),
          ...is('the record', action.record_id, row.record.record_id),
          ...is('the other signer', action.other_user_id, null),
        ];
      default:
        return null;
    }
  }
  if (action.kind === 'void' && 'voided_by' in row) {
    return [
      ...is('the recording user', person.user_id, row.voided_by),
      ...is('the other signer', action.other_user_id, row.other_user_id),
      ...is('the record', action.record_id, row.record_id),
    ];
  }
  if (action.kind === 'decision' && 'changes' in row) {
    return [
      ...is('the deciding user', person.user_id, row.decided_by),
      ...is('the request', action.approval_id, row.id),
      ...is('the outcome', action.outcome, row.outcome),
    ];
  }
  if (action.kind === 'settlement' && 'staff_user_id' in row && 'difference_id' in row) {
    return [
      ...is('the paying or receiving user', person.user_id, row.staff_user_id),
      ...is('the difference', action.difference_id, row.difference_id),
      ...is('the amount', action.amount_fils, row.amount_fils),
    ];
  }
  if (action.kind === 'salary proposal' && 'proposed_by' in row) {
    return [
      ...is('the proposing user', person.user_id, row.proposed_by),
      ...is('the difference', action.difference_id, row.proposed_for),
      ...is('the amount', action.amount_fils, row.amount_fils),
    ];
  }
  if (action.kind === 'difference decision' && 'handover_id' in row) {
    return [
      ...is('the deciding user', person.user_id, row.decided_by),
      ...is('the end of day', action.handover_id, row.handover_id),
      ...is('the amount', action.choice === 'kept' ? 0 : action.bookable_fils, row.amount_fils),
    ];
  }
  return null;
}

/** The decisions that both signed; the driver is responsible for missing goods. */
function signedGoods(action: Extract<Action, { with_user_id: string }>): string {
  const goods = 'goods' in action ? action.goods : [];
  const responsible = (outcome: string) => (outcome === 'missing' ? action.with_user_id : null);
  return goods
    .map(({ order_id, outcome }) => `${order_id} ${outcome} ${responsible(outcome)}`)
    .sort()
    .join();
}

function goodsOf({ goods }: HandoverRow): string {
  return goods
    .map(({ order_id, outcome, responsible_user_id }) => `${order_id} ${outcome} ${responsible_user_id}`)
    .sort()
    .join();
}
