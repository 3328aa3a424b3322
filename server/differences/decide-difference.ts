import type {
  DecideDifference,
  DifferenceDecided,
} from '../../contract/operations/desk/differences/decide-difference.schema.ts';
import type { Account } from '../../contract/rules/differences.ts';
import { undecidedDayEnds } from '../cash/accounts/undecided-day-ends.ts';
import { lockBalanceOf } from '../cash/balances.ts';
import { bookDifference } from '../cash/differences.ts';
import { holdersWithSettlementDifference } from '../cash/holders-with-settlement-difference.ts';
import { blockersOfUser } from '../devices/difference-blockers.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';

type Undecided = { user_id: string; id: string; difference_fils: number };

/**
 * Books the difference of an end of day that both signed as short or over, or leaves it with the person.
 * Books what is left of it by the present book: late deliveries and cash handed in since count. Throws
 * `not_found`, `own_cash`, `difference_decided`, `difference_undecidable` while work of the person is not
 * sent, not posted or not approved, and `balance_changed` with what is left, if the user saw another amount.
 */
export async function decideDifference(
  tx: Tx,
  actor: Staff,
  { handover_id, choice, bookable_fils: seen_fils, reason: given }: DecideDifference,
  command: Command,
): Promise<DifferenceDecided> {
  const { shop_id } = actor;
  const keeps = choice === 'kept';
  const reason = given === null && !keeps ? null : readReason(given ?? '');
  const handover = await findRow(tx, 'cash_handovers', { shop_id, id: handover_id }, ['staff_user_id']);
  if (!handover) throw new Problem('not_found');
  const { staff_user_id: user_id } = handover;
  if (user_id === actor.user_id) throw new Problem('own_cash');
  await lockBalanceOf(tx, user_id);
  const undecided = await firstRow(
    tx,
    sql<Undecided>`select user_id, id, difference_fils from (${undecidedDayEnds(shop_id)}) u where id = ${handover_id}`,
  );
  if (!undecided) throw new Problem('difference_decided');
  if ((await blockersOfUser(tx, shop_id, user_id, command.now)).length > 0 && !keeps) {
    throw new Problem('difference_undecidable');
  }
  const bookable_fils = await bookableOf(tx, shop_id, undecided);
  if (!keeps && bookable_fils !== seen_fils) {
    throw new Problem('balance_changed', undefined, undefined, bookable_fils);
  }
  const amount_fils = keeps ? 0 : bookable_fils;
  const account = amount_fils === 0 ? null : accountOf(undecided.difference_fils);
  const decision = { handover_id, user_id, account, amount_fils, reason };
  const difference_id = await bookDifference(tx, actor, decision, command);
  if (difference_id === null) throw new Problem('difference_decided');
  command.changed({
    what: 'decide_difference',
    subject_id: handover_id,
    before: { difference_outcome: 'undecided' },
    after: { user_id, difference_outcome: account === null ? 'kept' : 'booked', account, amount_fils },
    personal_fields: reason === null ? [] : ['reason'],
    touched: [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }],
  });
  return { handover_id, difference_id: account === null ? null : difference_id, account, amount_fils };
}

/** Returns the account of a difference, which is negative if the person is short. */
export function accountOf(difference_fils: number): Account {
  return difference_fils < 0 ? 'shortage' : 'over';
}

/**
 * Returns what is left of a signed difference, in fils: at most the signed amount, and 0 if the book shows
 * the opposite by now. `rest_fils` is above 0 if the person is short.
 */
export function bookable(difference_fils: number, rest_fils: number): number {
  const rest_of_same = accountOf(difference_fils) === 'shortage' ? rest_fils : -rest_fils;
  return Math.max(0, Math.min(Math.abs(difference_fils), rest_of_same));
}

async function bookableOf(tx: Tx, shop_id: number, { id, difference_fils }: Undecided): Promise<number> {
  const rows = await holdersWithSettlementDifference(tx, shop_id, undecidedDayEnds(shop_id));
  return bookable(difference_fils, rows.find(({ settled_by }) => settled_by === id)?.rest_fils ?? 0);
}
