import {
  type CompiledQuery,
  type Insertable,
  type InsertObject,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type UpdateObject,
} from 'kysely';
import type { JsonValue } from '../../../database/types.ts';
import type { Tables, Tx } from './database.ts';
import { prepareValue } from './driver/batch.ts';
import { shaped, wording } from './statement.ts';

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** Rows by the values of some columns, null among them. Whatever locks, joins, counts or orders is written out where it is asked. */
type Key<Name extends keyof Tables> = Partial<Row<Name>>;

/** Stands for the table that is named: callers are held against that one, which the compiler cannot follow in here. */
type Any = 'orders';

/**
 * What names a row, as it stands in a statement: which columns, and the values that are not null. Kysely leaves out a column without
 * a value, and the key would be that of other rows too: of all, without any.
 */
function named<Name extends keyof Tables>(key: Key<Name>) {
  const shape: string[] = [];
  const values: unknown[] = [];
  for (const column of Object.keys(key)) {
    const value: unknown = key[column as keyof Key<Name>];
    if (value === undefined) throw new Error('a key that names no row');
    shape.push(value === null ? `${column} null` : column);
    if (value !== null) values.push(value);
  }
  if (shape.length === 0) throw new Error('a key that names no row');
  return { key: key as Key<Any>, shape: shape.join(), values };
}

/** Columns with a value: Kysely leaves out the others. */
function written(columns: object) {
  const shape: string[] = [];
  const values: unknown[] = [];
  for (const column of Object.keys(columns)) {
    const value = (columns as Record<string, unknown>)[column];
    if (value === undefined) continue;
    shape.push(column);
    values.push(value);
  }
  return { shape: shape.join(), values };
}

/** These columns of the row, or of one of several; undefined where there is none. */
export async function findRow<Name extends keyof Tables, Column extends keyof Row<Name>>(
  database: Kysely<Tables>,
  table: Name,
  key: Key<Name>,
  columns: readonly Column[],
): Promise<Pick<Row<Name>, Column> | undefined> {
  const by = named(key);
  const finding = shaped(`find ${table}: ${columns.join()} by ${by.shape}`, [...by.values, 1], () =>
    wording
      .selectFrom(table as Any)
      .select(columns as readonly (keyof Row<Any>)[])
      .where((row) => row.and(by.key))
      .limit(1),
  );
  const { rows } = await database.executeQuery(finding);
  return rows[0] as Pick<Row<Name>, Column> | undefined;
}

/** Writes columns of the rows. Answers how many there were. */
export async function changeRows<Name extends keyof Tables>(
  database: Kysely<Tables>,
  table: Name,
  key: Key<Name>,
  columns: UpdateObject<Tables, Name>,
): Promise<number> {
  return Number((await database.executeQuery(changingRows(table, key, columns))).numAffectedRows);
}

/** The statement that writes columns of the rows. */
export function changingRows<Name extends keyof Tables>(
  table: Name,
  key: Key<Name>,
  columns: UpdateObject<Tables, Name>,
): CompiledQuery {
  const by = named(key);
  const set = written(columns);
  return shaped(`change ${table}: ${set.shape} by ${by.shape}`, [...set.values, ...by.values], () =>
    wording
      .updateTable(table as Any)
      .set(columns as UpdateObject<Tables, Any>)
      .where((row) => row.and(by.key)),
  );
}

/** Adds a row. */
export async function addRow<Name extends keyof Tables>(
  database: Kysely<Tables>,
  table: Name,
  row: InsertObject<Tables, Name>,
): Promise<void> {
  await database.executeQuery(addingRows(table, [row]));
}

/** The statement that adds rows. Throws where they have not the same columns. */
export function addingRows<Name extends keyof Tables>(
  table: Name,
  rows: readonly InsertObject<Tables, Name>[],
): CompiledQuery {
  const [first, ...others] = rows.map(written);
  const { shape, values } = first ?? written({});
  for (const other of others) {
    if (other.shape !== shape) throw new Error('rows with other columns than the first');
    values.push(...other.values);
  }
  return shaped(`add ${rows.length} ${table}: ${shape}`, values, () =>
    wording.insertInto(table as Any).values(rows as readonly InsertObject<Tables, Any>[]),
  );
}

/** A row for `addRows`: values alone, no expressions; a column of JSON has its value itself, not the text of it. */
type WholeRow<Name extends keyof Tables> = {
  [Column in keyof Insertable<Tables[Name]>]:
    | (Column extends keyof Row<Name> ? Whole<Row<Name>[Column], Insertable<Tables[Name]>[Column]> : never)
    | (object extends Pick<Insertable<Tables[Name]>, Column> ? undefined : never);
};
type Whole<Read, Insert> = JsonValue extends Read
  ? object
  : [NonNullable<Read>] extends [readonly (infer One extends object)[]]
    ? readonly One[] | Extract<Insert, null>
    : Insert;

/**
 * Adds rows: one statement for all that have the same columns. Its text does not depend on the number of rows, which are one parameter;
 * parsing thousands of parameters would take longer than adding the rows.
 */
export async function addRows<Name extends keyof Tables>(
  tx: Tx,
  table: Name,
  rows: readonly WholeRow<Name>[],
): Promise<void> {
  const by_shape = new Map<string, unknown[][]>();
  for (const row of rows) {
    const { shape, values } = written(row);
    const alike = by_shape.get(shape);
    if (alike) alike.push(values);
    else by_shape.set(shape, [values]);
  }
  const adding = [...by_shape].map(([shape, alike]) => addingAsJson(table, shape.split(','), alike));
  await Promise.all(adding.map((statement) => tx.executeQuery(statement)));
}

/** `rows`: the values of each row in the order of `columns`. */
function addingAsJson(
  table: keyof Tables,
  columns: readonly string[],
  rows: readonly unknown[][],
): CompiledQuery {
  const json = jsonOf(rows.map((values) => asJson(columns, values)));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return shaped(`add whole ${table}: ${columns.join()}`, [json], () => {
    const adding = sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`;
    return { compile: () => adding.compile(wording) };
  });
}

/** JSON has no infinite numbers, and spells some dates as PostgreSQL does not: these are texts, as in parameters of their own. */
function asJson(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    const value = values[at];
    const is_text = typeof value === 'number' ? !Number.isFinite(value) : value instanceof Date;
    row[column] = is_text ? prepareValue(value) : value;
  }
  return row;
}

/** Half of a surrogate pair. UTF-8 cannot express it; in JSON it is an escape, which PostgreSQL refuses. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const SURROGATE_ESCAPE = '\\ud';

/** With the same texts as in parameters of their own. */
function jsonOf(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  if (!json.includes(SURROGATE_ESCAPE)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(LONE_SURROGATE, '\uFFFD') : value,
  );
}

/** Adds a row, unless one with the same value in these columns, or in any unique ones, is there. Answers whether it was added. */
export async function addUnlessThere<Name extends keyof Tables>(
  database: Kysely<Tables>,
  table: Name,
  row: InsertObject<Tables, Name>,
  unique?: readonly (keyof Tables[Name])[],
): Promise<boolean> {
  const { shape, values } = written(row);
  const adding = shaped(`add ${table} unless ${unique?.join() ?? 'there'}: ${shape}`, values, () =>
    wording
      .insertInto(table as Any)
      .values(row as InsertObject<Tables, Any>)
      .onConflict((conflict) =>
        (unique ? conflict.columns(unique as readonly (keyof Tables[Any])[]) : conflict).doNothing(),
      ),
  );
  return (await database.executeQuery(adding)).numAffectedRows === 1n;
}

type Asked<Answer> = RawBuilder<Answer> | CompiledQuery<Answer>;

/** The first row of an answer. */
export async function firstRow<Answer>(
  database: Kysely<Tables>,
  asked: Asked<Answer>,
): Promise<Answer | undefined> {
  const answer = 'execute' in asked ? asked.execute(database) : database.executeQuery(asked);
  return (await answer).rows[0];
}

/** The one row of an answer that always has one, as that of a function has. Throws where it has none. */
export async function oneRow<Answer>(database: Kysely<Tables>, asked: Asked<Answer>): Promise<Answer> {
  const row = await firstRow(database, asked);
  if (row === undefined) throw new Error('the database answered no row');
  return row;
}
