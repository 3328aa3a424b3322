import type { Insertable } from 'kysely';
import type { CardMachine } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { Account } from '../../contract/rules/differences.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import type { Facts } from '../audit/audit-event.ts';
import { heldBy } from '../cash/balances.ts';
import { bookDifference } from '../cash/differences.ts';
import { postMovement } from '../cash/movements.ts';
import type { Command } from '../operations/operation.ts';
import { usersOfDrivers } from '../orders/order-events.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tables, Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { type GoodsDecision, recordGoods } from './decide-goods.ts';

export type HandoverContext = Command<CashStage> & { tx: Tx; actor: Staff };

/** A row without the columns that come from the context. */
type Handover = Omit<
  Insertable<Tables['cash_handovers']>,
  'shop_id' | 'id' | 'admin_id' | 'command_id' | 'completed_at' | 'recorded_at'
> & { completed_at: Date };

/**
 * The balances afterwards, pending movements included: `staff_total_fils` of the staff, `own_total_fils` of
 * the actor.
 */
type Recorded = { id: string; completed_at: string; staff_total_fils: number; own_total_fils: number };

type Parts = {
  machine?: CardMachine | undefined;
  admitted?: Promise<void>;
  /** The decisions of an end of day about goods. */
  goods?: readonly GoodsDecision[];
  /** The difference that is booked as short or over, in fils; 0 for none. */
  difference_fils?: number;
};

const REASONS = {
  start: 'start_handover',
  end: 'end_handover',
  drop: 'drop',
  collection: 'collection',
} as const;
const NAMES = { ...REASONS, drop: 'record_drop', collection: 'collect_cash' } as const;

/** Returns the account and amount of a difference, which is negative if the person is short. */
function signed(difference_fils: number) {
  const account: Account = difference_fils < 0 ? 'shortage' : 'over';
  return { account, amount_fils: Math.abs(difference_fils), reason: null };
}

/**
 * Writes a handover with its decisions about goods and moves its cash, all or nothing. The audit stores
 * `after` and the holder of `machine`. The query of `admitted` is sent before the writes and its result is
 * checked first. Throws its errors, and `reference_taken`.
 */
export async function recordHandover(
  { tx, actor, command_id, now, stage, changed }: HandoverContext,
  handover: Handover,
  after: Facts,
  { machine, admitted = Promise.resolve(), goods = [], difference_fils = 0 }: Parts,
): Promise<Recorded> {
  const { shop_id } = actor;
  const { handover_type, staff_user_id, amount_fils, completed_at, driver_id = null } = handover;
  const id = tx.newId();
  const row = { ...handover, shop_id, id, admin_id: actor.user_id, command_id, recorded_at: now };
  const [from_user_id, to_user_id] =
    handover_type === 'start' ? [actor.user_id, staff_user_id] : [staff_user_id, actor.user_id];
  const movement = {
    shop_id,
    from: { holder: 'staff', user_id: from_user_id },
    to: { holder: 'staff', user_id: to_user_id },
    amount_fils,
    reason: REASONS[handover_type],
    source_type: 'cash_handover',
    source_id: id,
    command_id,
    occurred_at: completed_at,
    may_wait: false,
  } as const;
  const holder_driver_id = handover_type === 'start' ? driver_id : null;
  const holders = machine ? [machine.holder_driver_id, holder_driver_id] : [];
  const pending = startTogether({
    admitted,
    is_new: addUnlessThere(tx, 'cash_handovers', row, ['shop_id', 'handover_reference']),
    decided:
      driver_id === null
        ? Promise.resolve()
        : recordGoods(tx, actor, goods, { id, driver_id, user_id: staff_user_id, recorded_at: now }),
    users: usersOfDrivers(tx, shop_id, holders),
    posted: amount_fils > 0 ? postMovement(tx, movement) : Promise.resolve(),
    booked:
      difference_fils === 0
        ? Promise.resolve()
        : bookDifference(
            tx,
            actor,
            { handover_id: id, user_id: staff_user_id, ...signed(difference_fils) },
            { command_id, now },
          ),
    staff_total: heldBy(tx, shop_id, staff_user_id),
    own_total: heldBy(tx, shop_id, actor.user_id),
  });
  stage('cash');
  await pending.admitted;
  stage('record');
  if (!(await pending.is_new)) throw new Problem('reference_taken');
  await pending.decided;
  const user_ids = await pending.users;
  stage('cash');
  await pending.posted;
  await pending.booked;
  const seen_by = { audience: 'desk', user_ids: [actor.user_id, staff_user_id] } as const;
  changed({
    what: NAMES[handover_type],
    subject_id: id,
    before: machine && { holder_driver_id: machine.holder_driver_id },
    after: { ...after, ...(machine && { holder_driver_id }) },
    personal_fields: ['signer'],
    touched: [
      { topic: 'handovers', subject_id: id, ...seen_by },
      { topic: 'cash', ...seen_by },
      ...(goods.length > 0 ? [{ topic: 'orders', ...seen_by } as const] : []),
      ...(machine
        ? [{ topic: 'machines', subject_id: machine.id, audience: 'desk', user_ids } as const]
        : []),
    ],
  });
  const [before_booking_fils, own_total_fils] = [await pending.staff_total, await pending.own_total];
  // A booked difference changes the staff's cash too.
  const staff_total_fils =
    difference_fils === 0 ? before_booking_fils : await heldBy(tx, shop_id, staff_user_id);
  return { id, completed_at: completed_at.toISOString(), staff_total_fils, own_total_fils };
}
