import { auditedAs } from '../../contract/operations/audited.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import type { CommandName } from './reply-schemas.ts';

/**
 * Parts of the queries that compare stored replies with other rows. `k` is a command, `a` its audit row,
 * which is missing if the command changed nothing.
 */

/** Selects commands of these names, with the reply as `answer`; null if jsonb does not accept it. */
export function repliesOf(names: readonly CommandName[]) {
  return sql`select *, json_or_null(body) as answer from commands where endpoint in (${sql.join([...names])})`;
}

/** Selects pairs of each command and a name under which the audit records it. */
export function auditNames(names: readonly CommandName[]) {
  const rows = names.flatMap((name) => auditedAs(name).map((what) => sql`(${name}, ${what})`));
  return sql`(values ${sql.join(rows)}) w (endpoint, what)`;
}

/** Selects commands with their replies and audit rows. */
export function commandsAndAudit(names: readonly CommandName[]) {
  return sql`
    (${repliesOf(names)}) k
    left join lateral (
      select a.* from audit_events a join ${auditNames(names)} on w.what = a.what
      where w.endpoint = k.endpoint and a.shop_id = k.shop_id and a.recorded_at = k.recorded_at
        and a.user_id = k.user_id and a.command_id = k.command_id
      limit 1) a on true`;
}

/**
 * Returns `wrong`; if jsonb does not accept the reply of `k` as an object, returns a text that reports this.
 */
export const ifObject = (wrong: Sql<unknown>) => sql`
  case when jsonb_typeof(k.answer) = 'object' then ${wrong} else 'its reply is not a JSON object' end`;
