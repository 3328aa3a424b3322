import type { AuditRowName } from '../../contract/operations/audited.ts';
import { UUID } from '../../contract/rules/ids.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import {
  type CashCheck,
  type CashSource,
  differences,
  namesOfDifferences,
  namesOfFaults,
  type ReplyFields,
} from './cash-difference.ts';

type Answers = NonNullable<CashSource['replies']>;

/** Formats a time like `Date.toISOString`. */
export const isoText = (time: Sql<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The largest accepted gap between a record and its command: one time is the server's, the other the
 * database's.
 */
const CLOCKS_APART_AT_MOST = sql`interval '1 day'`;

/** A field of the reply of the command `k`, as text. */
export const field = (name: string) => sql`k.answer ->> ${name}`;

/** A JSON list; an empty one for any other JSON. */
export const listOf = (json: Sql<unknown>) =>
  sql`case when jsonb_typeof(${json}) = 'array' then ${json} else '[]'::jsonb end`;

/** Casts a text to uuid; null if it is not one. */
export const uuidOf = (text: Sql<unknown>) =>
  sql<string | null>`case when ${text} ~ ${UUID.source} then (${text})::uuid end`;

/**
 * Reads a fact of the audit row that the transaction of command `k` wrote; null without such a row or fact.
 */
export const auditedFact = (what: AuditRowName | readonly AuditRowName[], fact: string) => sql`(
  select a.after ->> ${fact} from audit_events a
  where a.shop_id = k.shop_id and a.what in (${sql.join([what].flat())}) and a.recorded_at = k.recorded_at and a.user_id = k.user_id
    and a.command_id = k.command_id limit 1)`;

/**
 * True if the audit has a renaming of the person. The audit stores no names, so an older name cannot be
 * compared.
 */
export const isRenamed = (user_id: Sql<unknown>) => sql`exists (
  select from shops any_shop join audit_events renaming on renaming.shop_id = any_shop.id
  where renaming.what = 'change_staff' and renaming.subject_id = ${user_id}::text and 'full_name' = any(renaming.personal_fields))`;

/**
 * Returns the name that a reply must have for a person now named `name`; after a renaming any name passes.
 */
export const acceptedName = (stored: Sql<unknown>, name: Sql<unknown>, user_id: Sql<unknown>) => sql`
  case when ${name} is null or ${stored} = ${name} or ${isRenamed(user_id)} then ${stored} else ${name} end`;

/**
 * Selects the sources whose movement is pending, or was posted later by the sweeper according to the audit.
 */
export const postedLater = sql`
  select m.shop_id, m.source_id from cash_movements m where m.posted_at is null
  union
  select m.shop_id, m.source_id
  from shops s
  cross join lateral (
    select ${uuidOf(sql`a.subject_id`)} as id from audit_events a where a.shop_id = s.id and a.what = 'post_movement') a
  join cash_movements m on m.shop_id = s.id and m.id = a.id`;

/**
 * Compares the balance update in a reply; `r` has `posted_later`, see `postedLater`. A reply of a failed
 * update is checked only against the command's audit row, if that has `cash_posted`, which older versions did
 * not write.
 */
export function cashUpdateFields(
  what: AuditRowName | readonly AuditRowName[],
  moves_cash: Sql<unknown>,
): ReplyFields {
  const cash = (name: string) => sql`(k.answer -> 'cash' ->> ${name})`;
  return {
    'cash posted': [
      cash('success'),
      sql`case when not ${moves_cash} then null when r.posted_later then 'false'
        when ${cash('success')} = 'false' then coalesce(${auditedFact(what, 'cash_posted')}, 'false') else 'true' end`,
    ],
    // A reply has a total only if the balance was updated, and an error only if it was not.
    'cash outcome': [
      sql`case when ${cash('success')} = 'true' then ${cash('new_total_fils')} is not null and ${cash('error')} is null
        else ${cash('new_total_fils')} is null end`,
      sql`true`,
    ],
  };
}

/**
 * Compares every record with the stored reply of its command, which is found by shop, person, endpoint and
 * command ID. A record whose command ID was changed has no reply.
 */
export function replyCheck({ endpoints, records, fields }: Answers): CashCheck {
  const apart = sql`abs(extract(epoch from r.recorded_at - k.recorded_at)) > extract(epoch from ${CLOCKS_APART_AT_MOST})`;
  return differences(sql`
    with r as (${records}), k as materialized (
      select shop_id, user_id, endpoint, command_id, status, recorded_at, json_or_null(body) as answer
      from commands where endpoint in (${sql.join([...endpoints])})
    )
    select r.shop_id, case when k.command_id is null then 'missing_answer' else 'wrong_answer' end as kind,
      r.subject, r.user_id, r.id as source_id, case
        when k.command_id is null then 'its command has no stored reply'
        when k.answer is null or k.status is distinct from 200 then 'the reply of its command is missing or is not JSON'
        when ${apart} then 'it was recorded at another time than its command'
        else 'the reply of its command differs: ' || nullif(${namesOfDifferences(fields)}, '')
      end as text
    from r
    left join k on k.shop_id = r.shop_id and k.user_id = r.by_user_id and k.endpoint = r.endpoint and k.command_id = r.command_id`);
}

/** Finds the stored replies of commands for which no record exists. */
export function unexplainedReplies(answers: readonly Answers[]): CashCheck {
  const record = (at: number) => sql.ref(`r${at}`);
  const joined = answers.map(
    ({ records }, at) => sql`
      left join (${records}) ${record(at)} on ${record(at)}.shop_id = k.shop_id and ${record(at)}.by_user_id = k.user_id
        and ${record(at)}.endpoint = k.endpoint and ${record(at)}.command_id = k.command_id`,
  );
  const ids = sql.join(answers.map((_, at) => sql`${record(at)}.id`));
  return differences(sql`
    select k.shop_id, 'unexplained_answer' as kind, 'command ' || k.command_id as subject, k.user_id,
      null::uuid as source_id, ${namesOfFaults({
        'no record exists for the reply of this command': sql`coalesce(${ids}) is null`,
      })} as text
    from commands k
    ${sql.join(joined, sql` `)}
    where k.endpoint in (${sql.join(answers.flatMap(({ endpoints }) => endpoints))})`);
}
