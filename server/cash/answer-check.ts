import { type RawBuilder, sql } from 'kysely';
import { type CashCheck, type CashSource, differences, differing, naming } from './cash-difference.ts';

type Answers = NonNullable<CashSource['answers']>;

/** As `Date.toISOString` writes it. */
export const isoText = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The server's clock decides one time, the database's the other. */
const CLOCKS_APART_AT_MOST = sql`interval '1 day'`;

export const field = (name: string) => sql`k.answer ->> ${name}`;

/**
 * Every record of staff against the answer its command got, which is kept byte for byte, and the other way round. A record is
 * found by shop, person, endpoint and command id: whoever changes one of them leaves a record without an answer.
 */
export function answerCheck({ endpoints, records, said }: Answers): CashCheck {
  const apart = sql`abs(extract(epoch from r.recorded_at - k.recorded_at)) > extract(epoch from ${CLOCKS_APART_AT_MOST})`;
  return differences(sql`
    with r as (${records}), k as materialized (
      select shop_id, user_id, endpoint, command_id, status, recorded_at, json_or_null(body) as answer
      from commands where endpoint in (${sql.join([...endpoints])})
    )
    select r.shop_id, case when k.command_id is null then 'missing_answer' else 'wrong_answer' end as kind,
      r.subject, r.user_id, r.id as source_id, case
        when k.command_id is null then 'its command has no stored answer'
        when k.answer is null or k.status is distinct from 200 then 'the stored answer of its command is none'
        when ${apart} then 'it was recorded at another time than its command'
        else 'the stored answer of its command says otherwise: ' || nullif(${differing(said)}, '')
      end as text
    from r
    left join k on k.shop_id = r.shop_id and k.user_id = r.by_user_id and k.endpoint = r.endpoint and k.command_id = r.command_id`);
}

/** What was answered to a command of which nothing is recorded. */
export function unexplainedAnswers(answers: readonly Answers[]): CashCheck {
  const record = (at: number) => sql.ref(`r${at}`);
  const joined = answers.map(
    ({ records }, at) => sql`
      left join (${records}) ${record(at)} on ${record(at)}.shop_id = k.shop_id and ${record(at)}.by_user_id = k.user_id
        and ${record(at)}.endpoint = k.endpoint and ${record(at)}.command_id = k.command_id`,
  );
  const ids = sql.join(answers.map((_, at) => sql`${record(at)}.id`));
  return differences(sql`
    select k.shop_id, 'unexplained_answer' as kind, 'command ' || k.command_id as subject, k.user_id,
      null::uuid as source_id, ${naming({
        'nothing is recorded of what this command was answered': sql`coalesce(${ids}) is null`,
      })} as text
    from commands k
    ${sql.join(joined, sql` `)}
    where k.endpoint in (${sql.join(answers.flatMap(({ endpoints }) => endpoints))})`);
}
