import type { Insertable, Selectable, Updateable } from 'kysely';
import type { JsonValue } from '../../../database/types.ts';
import type { Tables, Tx } from './database.ts';
import { prepareValue } from './driver/batch.ts';
import { type Executor, Sql, sql } from './sql.ts';

/** Rows that their key names. A query that locks, joins, counts, orders or compares is a template (`sql`). */

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
type OrSql<Columns> = { [Column in keyof Columns]: Columns[Column] | Sql<Columns[Column]> };
/** The values of some columns; null means that the column is null. */
type Key<Name extends keyof Tables> = Partial<OrSql<Row<Name>>>;
type NewRow<Name extends keyof Tables> = OrSql<Insertable<Tables[Name]>>;
export type Changes<Name extends keyof Tables> = OrSql<Updateable<Tables[Name]>>;

type Columns = { names: string[]; values: unknown[] };

/** The columns that have a value, in their order. */
function written(row: object): Columns {
  const names: string[] = [];
  const values: unknown[] = [];
  for (const name of Object.keys(row)) {
    const value = row[name as keyof typeof row];
    if (value === undefined) continue;
    names.push(name);
    values.push(value);
  }
  return { names, values };
}

/** `shape`: the columns, and which of them are null. Throws where the key would name other rows too: for a column without a value, and for none. */
function named(key: object) {
  const shape: string[] = [];
  const values: unknown[] = [];
  for (const name of Object.keys(key)) {
    const value: unknown = key[name as keyof typeof key];
    if (value === undefined) throw new Error('a key that names no row');
    shape.push(value === null ? `${name} null` : name);
    if (value !== null) values.push(value);
  }
  if (shape.length === 0) throw new Error('a key that names no row');
  return { shape: shape.join(), values, condition: () => conditionOf(key) };
}

function conditionOf(key: object): Sql {
  const each = Object.entries(key).map(([name, value]) =>
    value === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${value}`,
  );
  return sql.join(each, sql` and `);
}

const listed = (names: readonly string[]): Sql => sql.join(names.map(sql.ref));

const known_shapes = new Map<string, readonly string[]>();

/**
 * The statement that `compose` returns. Its text, which depends on the shape only, is composed once while no value is an expression: composing
 * it takes this process 20 times as long as looking it up. `values` are its parameters, in their order.
 */
function shaped(shape: string, values: readonly unknown[], compose: () => Sql): Sql {
  if (values.some((value) => value instanceof Sql)) return compose();
  const known = known_shapes.get(shape);
  if (known) return new Sql(known, values);
  const composed = compose();
  known_shapes.set(shape, composed.texts);
  return composed;
}

/** These columns of the row, or of one of several; undefined where there is none. */
export async function findRow<Name extends keyof Tables, Column extends keyof Row<Name> & string>(
  database: Executor,
  table: Name,
  key: Key<Name>,
  columns: readonly Column[],
): Promise<Pick<Row<Name>, Column> | undefined> {
  const { shape, values, condition } = named(key);
  const finding = shaped(
    `find ${table}: ${columns.join()} by ${shape}`,
    values,
    () => sql`select ${listed(columns)} from ${sql.ref(table)} where ${condition()} limit 1`,
  );
  return firstRow(database, finding as Sql<Pick<Row<Name>, Column>>);
}

/** Writes columns of the rows. Returns how many there were. */
export async function changeRows<Name extends keyof Tables>(
  database: Executor,
  table: Name,
  key: Key<Name>,
  columns: Changes<Name>,
): Promise<number> {
  return (await changingRows(table, key, columns).execute(database)).row_count;
}

/** The statement that writes columns of the rows. */
export function changingRows<Name extends keyof Tables>(
  table: Name,
  key: Key<Name>,
  columns: Changes<Name>,
): Sql {
  const by = named(key);
  const { names, values } = written(columns);
  return shaped(`change ${table}: ${names.join()} by ${by.shape}`, [...values, ...by.values], () => {
    const changes = names.map((name, at) => sql`${sql.ref(name)} = ${values[at]}`);
    return sql`update ${sql.ref(table)} set ${sql.join(changes)} where ${by.condition()}`;
  });
}

/** Adds a row. */
export async function addRow<Name extends keyof Tables>(
  database: Executor,
  table: Name,
  row: NewRow<Name>,
): Promise<void> {
  await addingRows(table, [row]).execute(database);
}

/** The statement that adds rows. Throws where they have not the same columns. */
export function addingRows<Name extends keyof Tables>(table: Name, rows: readonly NewRow<Name>[]): Sql {
  const each = rows.map(written);
  const [first = written({}), ...others] = each;
  const { names } = first;
  const columns = names.join();
  if (others.some((row) => row.names.join() !== columns))
    throw new Error('rows with other columns than the first');
  const values = others.length === 0 ? first.values : each.flatMap((row) => row.values);
  return shaped(`add ${rows.length} ${table}: ${columns}`, values, () => {
    const lists = each.map((row) => sql`(${sql.join(row.values)})`);
    return sql`insert into ${sql.ref(table)} (${listed(names)}) values ${sql.join(lists)}`;
  });
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
  const by_columns = new Map<string, Columns[]>();
  for (const row of rows.map(written)) {
    const columns = row.names.join();
    const alike = by_columns.get(columns);
    if (alike) alike.push(row);
    else by_columns.set(columns, [row]);
  }
  await Promise.all([...by_columns.values()].map((alike) => addingAsJson(table, alike).execute(tx)));
}

function addingAsJson(table: keyof Tables, rows: readonly Columns[]): Sql {
  const columns = listed(rows[0]?.names ?? []);
  return sql`insert into ${sql.ref(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.ref(table)}, ${jsonOf(rows.map(asJson))}::json)`;
}

/** JSON has no infinite numbers, and spells some dates as PostgreSQL does not: these are texts, as in parameters of their own. */
function asJson({ names, values }: Columns): object {
  const row: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) {
    const value = values[at];
    const is_text = typeof value === 'number' ? !Number.isFinite(value) : value instanceof Date;
    row[name] = is_text ? prepareValue(value) : value;
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

/** Adds a row, unless one with the same value in these columns, or in any unique ones, is there. Returns whether it was added. */
export async function addUnlessThere<Name extends keyof Tables>(
  database: Executor,
  table: Name,
  row: NewRow<Name>,
  unique: readonly (keyof Tables[Name] & string)[] = [],
): Promise<boolean> {
  const { names, values } = written(row);
  const adding = shaped(`add ${table} unless ${unique.join()}: ${names.join()}`, values, () => {
    const target = unique.length > 0 ? sql`(${listed(unique)}) ` : sql``;
    return sql`${addingRows(table, [row])} on conflict ${target}do nothing`;
  });
  return (await adding.execute(database)).row_count === 1;
}

/** The first row of the result. */
export async function firstRow<Row>(database: Executor, query: Sql<Row>): Promise<Row | undefined> {
  return (await query.execute(database)).rows[0];
}

/** The row of a query that always returns one, as that of a function. Throws where it returns none. */
export async function oneRow<Row>(database: Executor, query: Sql<Row>): Promise<Row> {
  const row = await firstRow(database, query);
  if (row === undefined) throw new Error('the database answered no row');
  return row;
}
