import { acceptedName, listOf } from '../cash/reply-check.ts';
import { sql } from '../platform/database/sql.ts';

const people = listOf(sql`k.answer -> 'people'`);
/** The ceilings in a reply as the audit has them. */
const ceilings = sql`(
  select coalesce(jsonb_agg(concat_ws(' ', one ->> 'user_id', one ->> 'ceiling_fils') order by nth), '[]')
  from jsonb_array_elements(${people}) with ordinality as r (one, nth))`;

/** True if a reply `k` of `change_cash_settings` and its audit row `a` have other ceilings or names. */
export const hasOtherCeilings = sql`k.endpoint = 'change_cash_settings' and (
  a.id is not null and ${ceilings} is distinct from a.after -> 'ceilings'
  or exists (
    select from jsonb_array_elements(${people}) r (one) left join profiles named on named.id::text = one ->> 'user_id'
    where one ->> 'full_name' is distinct from ${acceptedName(sql`(one ->> 'full_name')`, sql`named.full_name`, sql`named.id`)}))`;
