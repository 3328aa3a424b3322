import { type CashCheck, type CashSource, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { APPROVED_WITHIN, decidedOr } from '../cash/decided.ts';
import { MAX_RECORDING_DELAY } from '../cash/handed-over-at.ts';
import { isoText } from '../cash/reply-check.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import { reversedMovements } from '../cash/voids/reversed-movements.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/** Checks of voids `v` against their records: a handover `h`, a deposit `b` or a float `f`. */

/** Joins the record of a void, and its facts as `r`. */
const joinRecord = sql`
  left join cash_handovers h on v.record_type = 'handover' and h.shop_id = v.shop_id and h.id = v.record_id
  left join bank_deposits b on v.record_type = 'deposit' and b.shop_id = v.shop_id and b.id = v.record_id
  left join cash_floats f on v.record_type = 'float' and f.shop_id = v.shop_id and f.id = v.record_id
  cross join lateral (select array_remove(array[h.staff_user_id, h.admin_id, b.manager_id, f.admin_id, f.manager_id], null) as signer_ids,
    coalesce(h.recorded_at, b.created_at, f.recorded_at) as recorded_at, coalesce(h.amount_fils, b.amount_fils, f.amount_fils) as amount_fils,
    coalesce(h.handover_reference, b.reference, f.reference) as reference,
    coalesce(h.receipt_file_id, b.receipt_file_id, f.receipt_file_id) as receipt_file_id) r`;

/** The driver who had the card machine before, as `find-voidable.ts` determines it. */
const machineFrom = sql`case when h.card_machine_id is not null then coalesce(h.card_machine_from_driver_id,
  case when h.handover_type = 'end' and not h.card_machine_from_shop then h.driver_id end) end`;

/** The largest accepted difference between the clocks of two servers. */
const CLOCKS_APART_AT_MOST = sql`interval '5 minutes'`;
const after = (time: Sql<unknown>) => sql`${time} > v.recorded_at - ${CLOCKS_APART_AT_MOST}`;
/** True unless the card machine was handed over or returned to the shop since the void. */
const hasMachineStayed = sql`
  not exists (select from cash_handovers n where n.shop_id = v.shop_id and n.card_machine_id = v.card_machine_id and n.id <> v.record_id
    and ${after(sql`n.recorded_at`)})
  and not exists (select from cash_voids n where n.shop_id = v.shop_id and n.card_machine_id = v.card_machine_id and n.id <> v.id
    and ${after(sql`n.recorded_at`)})
  and not exists (select from audit_events n where n.shop_id = v.shop_id and n.what = 'return_card_machine'
    and n.subject_id = v.card_machine_id::text and ${after(sql`n.recorded_at`)})`;

const voidRecords: CashCheck = differences(sql`
  select v.shop_id, 'wrong_record' as kind, 'void ' || v.reference as subject, v.recorded_by as user_id, v.id as source_id, ${namesOfFaults(
    {
      'its record is missing': sql`r.reference is null`,
      'no signer of its record signed it': sql`r.reference is not null and v.recorded_by <> all (r.signer_ids)
        and coalesce(v.other_user_id <> all (r.signer_ids), true)`,
      'its second signature is not that of a signer': sql`v.other_user_id <> all (r.signer_ids)`,
      'one user signed it twice': sql`v.other_user_id = v.recorded_by`,
      'it has neither a second signature nor an approval': sql`v.other_user_id is null and v.approval_id is null`,
      'its reference is of another record': sql`v.reference !~ '^VD-\\d{13}$'`,
      'it happened after it was recorded': sql`v.completed_at > v.recorded_at`,
      'it was recorded too late': sql`v.recorded_at > v.completed_at + ${MAX_RECORDING_DELAY} + ${decidedOr('v', APPROVED_WITHIN, sql`interval '0'`)}`,
      'its driver is another one': sql`v.driver_id is distinct from h.driver_id`,
      'its card machine is another one': sql`v.card_machine_id is distinct from h.card_machine_id`,
      'its card machine goes back to another holder': sql`v.card_machine_to_driver_id is distinct from ${machineFrom}`,
      'its card machine did not go back': sql`exists (
        select from card_machines n where n.shop_id = v.shop_id and n.id = v.card_machine_id and n.retired_at is null
          and n.holder_driver_id is distinct from v.card_machine_to_driver_id) and ${hasMachineStayed}`,
      'its document is that of its record': sql`v.receipt_file_id = r.receipt_file_id`,
      'a signer had a later end of day': sql`exists (
        select from cash_handovers n
        where n.shop_id = v.shop_id and n.handover_type = 'end' and n.staff_user_id = any (r.signer_ids) and n.id <> v.record_id
          and n.recorded_at > r.recorded_at + ${CLOCKS_APART_AT_MOST} and n.recorded_at < v.recorded_at - ${CLOCKS_APART_AT_MOST}
          and not ${isVoided('handover', sql`n`)})`,
    },
  )} as text
  from cash_voids v
  ${joinRecord}`);

/** Voids, which reverse the movements of their record. */
export const voidSource: CashSource = {
  source_type: 'cash_void',
  label: 'a void',
  expected: reversedMovements,
  checks: [voidRecords],
};

/** The replies and audit rows of voids by two signers, in the columns of `second-person-replies.ts`. */
export const voidCommands: Sql<unknown> = sql`
  select v.shop_id, v.recorded_by as by_user_id, null::text as operator, 'void_record' as endpoint, v.command_id, v.id,
    'void ' || v.reference as subject, v.recorded_by as user_id, v.recorded_at,
    jsonb_build_object('id', v.id, 'reference', v.reference, 'approval_id', null, 'completed_at', ${isoText(sql`v.completed_at`)}) as answer,
    'void_record' as what, v.id as audited_id,
    jsonb_build_object('reference', v.reference, 'record_reference', r.reference, 'record_type', v.record_type,
      'amount_fils', r.amount_fils, 'other_user_id', v.other_user_id) as facts
  from cash_voids v
  ${joinRecord}
  where v.approval_id is null`;
