import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../../server/platform/database/database.ts';
import { sql } from '../../server/platform/database/sql.ts';

/** Repairs an injected fault of the running server. */
export type Fault = () => Promise<void>;

/** Renames a table, so that every statement that names it fails. */
export async function loseTable(owner: Database, table: string): Promise<Fault> {
  await sql`alter table ${sql.ref(table)} rename to ${sql.ref(`${table}_lost`)}`.execute(owner);
  return async () => {
    await sql`alter table ${sql.ref(`${table}_lost`)} rename to ${sql.ref(table)}`.execute(owner);
  };
}

/** Renames a column, so that every statement that names it fails. */
export async function loseColumn(owner: Database, table: string, column: string): Promise<Fault> {
  const [kept, lost] = [sql.ref(column), sql.ref(`${column}_lost`)];
  await sql`alter table ${sql.ref(table)} rename column ${kept} to ${lost}`.execute(owner);
  return async () => {
    await sql`alter table ${sql.ref(table)} rename column ${lost} to ${kept}`.execute(owner);
  };
}

/** Makes every such write to the table fail. `when` is a trigger condition on the row. */
export async function refuseWrites(
  owner: Database,
  on: { table: string; event: 'insert' | 'update' | 'insert or update'; when: string },
  raise: { errcode: string; message: string } = { errcode: 'XX000', message: 'a page is damaged' },
): Promise<Fault> {
  const body = `begin raise exception '${raise.message}' using errcode = '${raise.errcode}'; end`;
  await sql`create or replace function refuse_write() returns trigger language plpgsql as ${sql.lit(body)}`.execute(
    owner,
  );
  await sql`
    create or replace trigger refuse_write before ${sql.raw(on.event)} on ${sql.ref(on.table)}
    for each row when (${sql.raw(on.when)}) execute function refuse_write()`.execute(owner);
  return async () => {
    await sql`drop trigger if exists refuse_write on ${sql.ref(on.table)}`.execute(owner);
    await sql`drop function if exists refuse_write`.execute(owner);
  };
}

/** Makes storing files of this shop fail: a file replaces its directory. Permissions would not stop root. */
export async function blockFiles(data_dir: string, shop_id: number): Promise<Fault> {
  const place = join(data_dir, 'files', String(shop_id));
  await rm(place, { recursive: true, force: true });
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, 'in the way');
  return () => rm(place, { force: true });
}
