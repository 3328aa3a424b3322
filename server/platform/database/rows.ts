import type { InsertObject, Kysely, RawBuilder, Selectable, UpdateObject } from 'kysely';
import type { Tables } from './database.ts';

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** Rows by the values of some columns, null among them. Whatever locks, joins, counts or orders is written out where it is asked. */
type Key<Name extends keyof Tables> = Partial<Row<Name>>;

/** Stands for the table that is named: callers are held against that one, which the compiler cannot follow in here. */
type Any = 'orders';

/** Kysely leaves out a column without a value, and the key would be that of other rows too: of all, without any. */
function named<Name extends keyof Tables>(key: Key<Name>): Key<Any> {
  const values: unknown[] = Object.values(key);
  if (values.length === 0 || values.includes(undefined)) throw new Error('a key that names no row');
  return key as Key<Any>;
}

/** These columns of the row, or of one of several; undefined where there is none. */
export async function findRow<Name extends keyof Tables, Column extends keyof Row<Name>>(
  database: Kysely<Tables>,
  table: Name,
  key: Key<Name>,
  columns: readonly Column[],
): Promise<Pick<Row<Name>, Column> | undefined> {
  const found = await database
    .selectFrom(table as Any)
    .select(columns as readonly (keyof Row<Any>)[])
    .where((row) => row.and(named(key)))
    .limit(1)
    .executeTakeFirst();
  return found as Pick<Row<Name>, Column> | undefined;
}

/** Writes columns of the rows. Answers how many there were. */
export async function changeRows<Name extends keyof Tables>(
  database: Kysely<Tables>,
  table: Name,
  key: Key<Name>,
  columns: UpdateObject<Tables, Name>,
): Promise<number> {
  const changed = await database
    .updateTable(table as Any)
    .set(columns as UpdateObject<Tables, Any>)
    .where((row) => row.and(named(key)))
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}

/** Adds a row, unless one with the same value in these columns, or in any unique ones, is there. Answers whether it was added. */
export async function addUnlessThere<Name extends keyof Tables>(
  database: Kysely<Tables>,
  table: Name,
  row: InsertObject<Tables, Name>,
  unique?: readonly (keyof Tables[Name])[],
): Promise<boolean> {
  const added = await database
    .insertInto(table as Any)
    .values(row as InsertObject<Tables, Any>)
    .onConflict((conflict) =>
      (unique ? conflict.columns(unique as readonly (keyof Tables[Any])[]) : conflict).doNothing(),
    )
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** The first row of an answer. */
export async function firstRow<Answer>(
  database: Kysely<Tables>,
  statement: RawBuilder<Answer>,
): Promise<Answer | undefined> {
  return (await statement.execute(database)).rows[0];
}

/** The one row of an answer that always has one, as that of a function has. Throws where it has none. */
export async function oneRow<Answer>(
  database: Kysely<Tables>,
  statement: RawBuilder<Answer>,
): Promise<Answer> {
  const row = await firstRow(database, statement);
  if (row === undefined) throw new Error('the database answered no row');
  return row;
}
