import pg from 'pg';
import { newId } from '../../contract/rules/ids.ts';
import { type Ask, asRequest } from './row-security.ts';
import type { TestApp } from './test-app.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

/** Statements of users on the request pool, without the checks of the endpoints. Each is rolled back. */

export type Row = Record<string, unknown>;

export type Move = {
  from: string;
  from_user_id?: string | null;
  to: string;
  to_user_id?: string | null;
  account_user_id?: string | null;
  amount_fils: number;
  reason: string;
  source_type: string;
  source_id: string;
  leg?: number;
  reverses?: string | null;
};

/** Returns 'done', or the reason for which the database refused. */
export async function reasonOf(statement: Promise<unknown>): Promise<string> {
  try {
    await statement;
    return 'done';
  } catch (error) {
    const codes: Record<string, string> = {
      '42501': 'refused',
      '23503': 'unexplained',
      '23505': 'there already',
      '23514': 'too much',
    };
    return (error instanceof pg.DatabaseError && codes[error.code ?? '']) || String(error);
  }
}

export function insert(ask: Ask, table: string, row: Row) {
  const columns = Object.keys(row);
  const values = columns.map((_, at) => `$${at + 1}`);
  return ask(
    `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`,
    Object.values(row),
  );
}

export function directSql(app: () => TestApp, shop: () => TestShop) {
  const as = <T>(person: TestStaff, work: (ask: Ask) => Promise<T>) =>
    asRequest(app().database.request, person, work);
  return {
    as,
    inserted: (by: TestStaff, table: string, row: Row) => as(by, (ask) => reasonOf(insert(ask, table, row))),
    async rowOf(table: string, where = 'true'): Promise<Row> {
      const { rows } = await app().database.owner.query<Row>(
        `select * from ${table} where shop_id = $1 and ${where} order by 1, 2 limit 1`,
        [shop().shop_id],
      );
      if (!rows[0]) throw new Error(`${table} has no such row`);
      return rows[0];
    },
    post: (ask: Ask, { from_user_id = null, to_user_id = null, leg = 2, ...move }: Move) =>
      ask(
        `select * from post_movement($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::smallint, null, now(), $12, false, $13)`,
        [
          ...[shop().shop_id, newId(), move.from, from_user_id, move.to, to_user_id, move.amount_fils],
          ...[move.reason, move.source_type, move.source_id, leg],
          ...[move.reverses ?? null, move.account_user_id ?? null],
        ],
      ),
  };
}
