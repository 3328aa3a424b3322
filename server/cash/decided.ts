import { LATER_EXPIRING_KINDS } from '../../contract/rules/approvals.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { acceptedName, listOf, uuidOf } from './reply-check.ts';

/**
 * Joins, as `g`, the approval of a row that has `approval_id`: its decision, and the time at which the
 * command of the decision recorded its movements.
 */
export const joinApproval = (row: string): Sql<unknown> => sql`
  left join (
    select d.shop_id, d.approval_id, d.decided_by, d.command_id, d.decided_at, coalesce(k.recorded_at, o.recorded_at) as recorded_at
    from approval_decisions d
    left join commands k on k.shop_id = d.shop_id and k.user_id = d.decided_by and k.endpoint = 'decide_approval'
      and k.command_id = d.command_id
    left join operator_commands o on d.decided_by is null and o.shop_id = d.shop_id and o.command_id = d.command_id
    where d.outcome = 'approved'
  ) g on g.shop_id = ${sql.ref(`${row}.shop_id`)} and g.approval_id = ${sql.ref(`${row}.approval_id`)}`;

/** The longest time from a request to its approval: `approvalExpiresAfterMs` for the database. */
export const APPROVED_WITHIN = sql`interval '24 hours'`;
/** The longest time of all kinds; in hours, because a day of the session's time zone may have 23. */
export const APPROVED_WITHIN_MAX = sql`interval '2160 hours'`;
/** The longest time of a request's kind. */
export const approvedWithin = (kind: Sql<unknown>): Sql<unknown> =>
  sql`case when ${kind} in (${sql.join([...LATER_EXPIRING_KINDS])}) then ${APPROVED_WITHIN_MAX} else ${APPROVED_WITHIN} end`;

/** `by_decision` for a row with an approval, which adds it; otherwise `own`. */
export const decidedOr = (row: string, by_decision: Sql<unknown>, own: Sql<unknown>): Sql<unknown> =>
  sql`case when ${sql.ref(`${row}.approval_id`)} is null then ${own} else ${by_decision} end`;

/** The changes in a reply as the decision stores them. */
export const withoutNames = (changes: Sql<unknown>): Sql<unknown> => sql`(
  select coalesce(jsonb_agg(case when jsonb_typeof(one) = 'object' then one - 'full_name' else one end order by nth), '[]')
  from jsonb_array_elements(${listOf(changes)}) with ordinality as c (one, nth))`;

/** True if a change in a reply has a name that its person never had. */
export const hasOtherNames = (changes: Sql<unknown>): Sql<unknown> => sql`exists (
  select from jsonb_array_elements(${listOf(changes)}) c (one) join profiles p on p.id = ${uuidOf(sql`one ->> 'user_id'`)}
  where one ->> 'full_name' is distinct from ${acceptedName(sql`(one ->> 'full_name')`, sql`p.full_name`, sql`p.id`)})`;
