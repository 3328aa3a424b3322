import type { Action, BookEntry } from './book.ts';
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

/** A record that a command of a person has made. */
export type RecordRow =
  | DeliveryRow
  | HandoverRow
  | DepositRow
  | FloatRow
  | ArrangementRow
  | AttemptRow
  | UndoRow
  | StopsCommandRow;

/** Returns the fields in which the row differs from the action. */
export function mismatches({ action, person }: BookEntry, row: RecordRow): string[] {
  const is = (what: string, wanted: unknown, found: unknown) =>
    wanted === found ? [] : [`${what} is ${String(found)} instead of ${String(wanted)}`];
  if (row.shop_id !== person.shop_id) return ['it is in another shop'];
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
  if (action.kind === 'delivery' && 'collected_fils' in row) {
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
    return [
      ...is('the kind', action.kind, row.handover_type),
      ...is('the other person', action.with_user_id, row.staff_user_id),
      ...is('the recording user', person.user_id, row.admin_id),
      ...is('the amount', action.amount_fils, row.amount_fils),
      ...is('the list of goods', signedGoods(action), goodsOf(row)),
    ];
  }
  return ['it is another kind of record'];
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
