import { bookAdjustment, bookIssue } from '../cash/operator-bookings.ts';
import { addCorrection, type RequestedCorrection } from '../deliveries/corrections/carry-out-correction.ts';
import { touchedByCorrection } from '../deliveries/corrections/correct-delivery.ts';
import { addWaiver, type Waiver } from '../deliveries/payments/waiver.ts';
import { addWriteOff, type WriteOff } from '../differences/write-off.ts';
import { addExpense, type Expense } from '../expenses/add-expense.ts';
import { addFloat, type Float } from '../floats/record-float.ts';
import type { Change } from '../operations/operation.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockVoidable, reverseRecord, type SignedVoid, touchedByVoid } from '../voids/reverse-record.ts';
import { admitPeople } from './admit-people.ts';
import type { ApprovalRow } from './find-approval.ts';

type Carried = {
  tx: Tx;
  actor: Staff | Operator;
  approval: ApprovalRow;
  command_id: string;
  now: Date;
};

/**
 * Makes the change of an approved request: adds the row as requested and moves the cash. Its decision is
 * stored already. Returns the touched topics. Throws the errors of `admitPeople`, and those of the change, by
 * the present book.
 */
export async function carryOut({ tx, actor, approval, ...by }: Carried): Promise<Change['touched']> {
  const { shop_id } = actor;
  const { record, kind, id: approval_id, user_id } = approval;
  const { command_id, now } = by;
  const touched = [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }] as const;
  await admitPeople(tx, actor, approval);
  const booked = { shop_id, approval_id, command_id, occurred_at: now };
  switch (kind) {
    case 'adjustment':
      await bookAdjustment(tx, { ...(record as Adjustment), ...booked });
      return touched;
    case 'issue':
      await bookIssue(tx, { ...(record as Issue), ...booked });
      return touched;
    case 'float': {
      const float = { ...dated<Float>(record), recorded_at: now, approval_id };
      await addFloat(tx, float, { command_id, occurred_at: now });
      return [{ ...touched[0], subject_id: float.id, user_ids: [float.admin_id, float.manager_id] }];
    }
    case 'write_off':
      await addWriteOff(tx, shop_id, { ...(record as WriteOff), approval_id }, by);
      return touched;
    case 'expense': {
      const expense = record as Expense;
      await addExpense(tx, shop_id, { ...expense, approval_id }, by);
      const { order_id } = expense;
      if (order_id === null) return touched;
      return [...touched, { topic: 'orders', subject_id: order_id, audience: 'desk', user_ids: [] }];
    }
    case 'waiver':
      return addWaiver(tx, actor, { ...(record as Waiver), approval_id }, { ...by, user_id });
    case 'correction': {
      const requested = record as unknown as RequestedCorrection;
      return touchedByCorrection(await addCorrection(tx, actor, requested, { approval_id, ...by }));
    }
    case 'void': {
      const signed = dated<SignedVoid>(record);
      const voidable = await lockVoidable(tx, shop_id, signed.record_type, signed.record_id);
      await reverseRecord(tx, voidable, { ...signed, approval_id }, by);
      return touchedByVoid(signed.record_type, voidable);
    }
    // The driver's delivery names the consent.
    case 'unpaid':
      return touchedByDecision(approval);
  }
}

/** Returns the topics that a decision touches which changes nothing else. */
export function touchedByDecision({ kind, user_id, record }: ApprovalRow): Change['touched'] {
  // Drivers see what became of their own requests.
  const cash = { topic: 'cash', audience: 'desk', user_ids: [user_id] } as const;
  if (kind !== 'unpaid') return [cash];
  const order = { topic: 'orders', subject_id: String(record.order_id), audience: 'desk' } as const;
  return [cash, { ...order, user_ids: [user_id] }];
}

type Issue = { id: string; user_id: string; amount_fils: number };
type Adjustment = Issue & { reason: string };

/** Restores the time of a row that was stored as JSON. */
function dated<Row extends { completed_at: Date }>(record: object): Row {
  const row = record as Omit<Row, 'completed_at'> & { completed_at: string };
  return { ...row, completed_at: new Date(row.completed_at) } as unknown as Row;
}
