import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { sql } from '../platform/database/sql.ts';
import { auditNames } from './reply-queries.ts';
import { DESK_COMMANDS } from './verify-desk-replies.ts';
import { MANY_ORDERS } from './verify-order-replies.ts';

const AUDITED_COMMANDS = [...DESK_COMMANDS, ...MANY_ORDERS];

/** Finds audit rows of commands without a stored reply. */
export const missingReplies: CashCheck = differences(sql`
  select a.shop_id, 'missing_answer' as kind, 'command ' || a.command_id as subject, a.user_id, null::uuid as source_id, ${namesOfFaults(
    { 'the audit has a row for this command, which has no stored reply': sql`k.command_id is null` },
  )} as text
  from audit_events a
  left join (
    select k.shop_id, k.user_id, k.command_id, k.recorded_at, w.what
    from commands k join ${auditNames(AUDITED_COMMANDS)} on w.endpoint = k.endpoint
  ) k on k.shop_id = a.shop_id and k.user_id = a.user_id and k.command_id = a.command_id
    and k.recorded_at = a.recorded_at and k.what = a.what
  where a.source = 'request' and a.command_id is not null and a.what in (
    select w.what from ${auditNames(AUDITED_COMMANDS)})`);
