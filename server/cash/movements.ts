import type { Account } from '../../contract/rules/differences.ts';
import type { BeyondStaff, MovementReason } from '../../contract/rules/reports/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { nudgePayload } from '../platform/jobs/nudge-payload.ts';

/** A holder of cash: a member of staff, a person's account, or a place outside the staff's hands. */
export type Holder =
  | { holder: 'staff'; user_id: string }
  | { holder: Account | 'expense'; of_user_id: string }
  | { holder: Exclude<BeyondStaff, Account | 'expense'> };

export type Movement = {
  shop_id: number;
  from: Holder;
  to: Holder;
  /** 1 to 1,000,000,000. */
  amount_fils: number;
  reason: MovementReason;
  /** The source row, and the number of this movement among the source's. Unique together. */
  source_type:
    | 'delivery_confirmation'
    | 'cash_handover'
    | 'bank_deposit'
    | 'cash_issue'
    | 'cash_float'
    | 'cash_adjustment'
    | 'cash_difference'
    | 'cash_settlement'
    | 'cash_void'
    | 'expense'
    | 'order_payment'
    | 'delivery_correction';
  source_id: string;
  leg?: number;
  command_id: string | null;
  occurred_at: Date;
  /** The movement that this one reverses. */
  reverses?: string;
  /** If true, a failed balance update leaves the movement pending (ruling A4): a delivery stays done. */
  may_wait: boolean;
};

export type Posted = {
  success: boolean;
  /** A message for users, written by the database; null with `success: false` if the update itself failed. */
  error: string | null;
  from_total_fils: number | null;
  to_total_fils: number | null;
};

function userOf(holder: Holder): string | null {
  return holder.holder === 'staff' ? holder.user_id : null;
}

function accountUserOf(holder: Holder): string | null {
  return 'of_user_id' in holder ? holder.of_user_id : null;
}

/** Records a movement and posts it. If only posting fails and it `may_wait`, a job posts it later. */
export async function postMovement(tx: Tx, movement: Movement): Promise<Posted> {
  const { shop_id, from, to, amount_fils, reason, source_type, source_id, leg = 1, command_id } = movement;
  const recording = sql<Posted>`select * from post_movement(
    p_shop_id => ${shop_id},
    p_id => ${tx.newId()},
    p_from_holder => ${from.holder},
    p_from_user_id => ${userOf(from)},
    p_to_holder => ${to.holder},
    p_to_user_id => ${userOf(to)},
    p_amount_fils => ${amount_fils},
    p_reason => ${reason},
    p_source_type => ${source_type},
    p_source_id => ${source_id},
    p_leg => ${leg},
    p_command_id => ${command_id},
    p_occurred_at => ${movement.occurred_at},
    p_reverses => ${movement.reverses ?? null},
    p_may_wait => ${movement.may_wait},
    p_account_user_id => ${accountUserOf(from) ?? accountUserOf(to)})`;
  const posted = await oneRow(tx, recording);
  if (!posted.success) {
    const enqueuing = sql`select enqueue('post-waiting-movements', ${nudgePayload()}::json, 'post-waiting-movements')`;
    await enqueuing.execute(tx);
  }
  return posted;
}
