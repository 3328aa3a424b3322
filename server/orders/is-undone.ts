import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * The condition that the driver undid an attempt. An undo that met a change of the order does not count: the
 * attempt had its effect, and the desk has acted on it. An attempt without effect is undone in any case.
 *
 * @param attempt the alias of the table of attempts
 */
export function isUndone(attempt: string): Sql {
  const column = (name: string) => sql.ref(`${attempt}.${name}`);
  return sql`exists (select from attempt_undos u where u.shop_id = ${column('shop_id')} and u.attempt_id = ${column('id')}
    and (not u.has_conflict or ${column('conflict')} is not null))`;
}
