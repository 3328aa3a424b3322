import type { Insertable, Selectable, Updateable } from 'kysely';
import type { JsonValue } from '../../../database/types.ts';
import type { Tables, Tx } from './database.ts';
import { prepareValue } from './driver/batch.ts';
import { type Executor, Sql, sql } from './sql.ts';

/**
 * Access to rows by their key. A query that locks, joins, counts, orders or compares is a template (`sql`).
 */

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
type OrSql<Columns> = { [Column in keyof Columns]: Columns[Column] | Sql<Columns[Column]> };
/** The values of some columns; null means that the column is null. */
type Key<Name extends keyof Tables> = Partial<OrSql<Row<Name>>>;
type NewRow<Name extends keyof Tables> = OrSql<Insertable<Tables[Name]>>;
export type Changes<Name extends keyof Tables> = OrSql<Updateable<Tables[Name]>>;

type Columns = { names: string[]; values: unknown[] };

/** Returns the columns that have a value, in their order. */
function columnsOf(row: object): Columns {
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

/**
 * `shape`: the columns, and which of them are null. Throws for a key without columns and for a column without
 * a value: such a key would match other rows too.
 */
function parseKey(key: object) {
  const shape: string[] = [];
  const values: unknown[] = [];
  for (const name of Object.keys(key)) {
    const value: unknown = key[name as keyof typeof key];
    if (value === undefined) throw new Error('the key does not identify a row');
    shape.push(value === null ? `${name} null` : name);
    if (value !== null) values.push(value);
  }
  if (shape.length === 0) throw new Error('the key does not identify a row');
  return { shape: shape.join(), values, condition: () => conditionOf(key) };
}

function conditionOf(key: object): Sql {
  const each = Object.entries(key).map(([name, value]) =>
    value === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${value}`,
  );
  return sql.join(each, sql` and `);
}

const columnList = (names: readonly string[]): Sql => sql.join(names.map(sql.ref));

const known_shapes = new Map<string, readonly string[]>();

/**
 * Returns the statement of `compose`. Unless a value is an expression, its text depends on the shape only and
 * is composed once: composing takes 20 times as long as a lookup. `values` are its parameters in their order.
 */
function cachedStatement(shape: string, values: readonly unknown[], compose: () => Sql): Sql {
  if (values.some((value) => value instanceof Sql)) return compose();
  const known = known_shapes.get(shape);
  if (known) return new Sql(known, values);
  const composed = compose();
  known_shapes.set(shape, composed.texts);
  return composed;
}

/** Returns these columns of one row with this key; undefined if there is none. */
export async function findRow<Name extends keyof Tables, Column extends keyof Row<Name> & string>(
  database: Executor,
  table: Name,
  key: Key<Name>,
  columns: readonly Column[],
): Promise<Pick<Row<Name>, Column> | undefined> {
  const { shape, values, condition } = parseKey(key);
  const finding = cachedStatement(
    `find ${table}: ${columns.join()} by ${shape}`,
    values,
    () => sql`select ${columnList(columns)} from ${sql.ref(table)} where ${condition()} limit 1`,
  );
  return firstRow(database, finding as Sql<Pick<Row<Name>, Column>>);
}

/** Updates columns of the rows with this key. Returns the number of rows. */
export async function changeRows<Name extends keyof Tables>(
  database: Executor,
  table: Name,
  key: Key<Name>,
  columns: Changes<Name>,
): Promise<number> {
  return (await changingRows(table, key, columns).execute(database)).row_count;
}

/** Returns the statement that updates columns of the rows with this key. */
export function changingRows<Name extends keyof Tables>(
  table: Name,
  key: Key<Name>,
  columns: Changes<Name>,
): Sql {
  const by = parseKey(key);
  const { names, values } = columnsOf(columns);
  return cachedStatement(`change ${table}: ${names.join()} by ${by.shape}`, [...values, ...by.values], () => {
    const changes = names.map((name, at) => sql`${sql.ref(name)} = ${values[at]}`);
    return sql`update ${sql.ref(table)} set ${sql.join(changes)} where ${by.condition()}`;
  });
}

/** Inserts a row. */
export async function addRow<Name extends keyof Tables>(
  database: Executor,
  table: Name,
  row: NewRow<Name>,
): Promise<void> {
  await addingRows(table, [row]).execute(database);
}

/** Returns the statement that inserts rows. Throws if their columns differ. */
export function addingRows<Name extends keyof Tables>(table: Name, rows: readonly NewRow<Name>[]): Sql {
  const each = rows.map(columnsOf);
  const [first = columnsOf({}), ...others] = each;
  const { names } = first;
  const columns = names.join();
  if (others.some((row) => row.names.join() !== columns))
    throw new Error('all rows must have the columns of the first row');
  const values = others.length === 0 ? first.values : each.flatMap((row) => row.values);
  return cachedStatement(`add ${rows.length} ${table}: ${columns}`, values, () => {
    const lists = each.map((row) => sql`(${sql.join(row.values)})`);
    return sql`insert into ${sql.ref(table)} (${columnList(names)}) values ${sql.join(lists)}`;
  });
}

/** A row for `addRows`: values only, no expressions; a JSON column has the value itself, not its text. */
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
 * Inserts rows, one statement for all that have the same columns. The rows are a single parameter, so the
 * text does not depend on their number; parsing thousands of parameters would take longer than the insert.
 */
export async function addRows<Name extends keyof Tables>(
  tx: Tx,
  table: Name,
  rows: readonly WholeRow<Name>[],
): Promise<void> {
  const by_columns = new Map<string, Columns[]>();
  for (const row of rows.map(columnsOf)) {
    const columns = row.names.join();
    const alike = by_columns.get(columns);
    if (alike) alike.push(row);
    else by_columns.set(columns, [row]);
  }
  await Promise.all([...by_columns.values()].map((alike) => addingAsJson(table, alike).execute(tx)));
}

function addingAsJson(table: keyof Tables, rows: readonly Columns[]): Sql {
  const columns = columnList(rows[0]?.names ?? []);
  return sql`insert into ${sql.ref(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.ref(table)}, ${jsonOf(rows.map(asJson))}::json)`;
}

/**
 * JSON has no infinite numbers and formats some dates unlike PostgreSQL: these become texts, as separate
 * parameters do.
 */
function asJson({ names, values }: Columns): object {
  const row: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) {
    const value = values[at];
    const is_text = typeof value === 'number' ? !Number.isFinite(value) : value instanceof Date;
    row[name] = is_text ? prepareValue(value) : value;
  }
  return row;
}

/**
 * Half of a surrogate pair. UTF-8 cannot encode it; in JSON it becomes an escape, which PostgreSQL rejects.
 */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const SURROGATE_ESCAPE = '\\ud';

/** Returns JSON in which texts have the same value as separate parameters. */
function jsonOf(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  if (!json.includes(SURROGATE_ESCAPE)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(LONE_SURROGATE, '\uFFFD') : value,
  );
}

/**
 * Inserts a row unless it conflicts in these columns, by default in any unique ones. Returns whether it was
 * inserted.
 */
export async function addUnlessThere<Name extends keyof Tables>(
  database: Executor,
  table: Name,
  row: NewRow<Name>,
  unique: readonly (keyof Tables[Name] & string)[] = [],
): Promise<boolean> {
  const { names, values } = columnsOf(row);
  const adding = cachedStatement(`add ${table} unless ${unique.join()}: ${names.join()}`, values, () => {
    const target = unique.length > 0 ? sql`(${columnList(unique)}) ` : sql``;
    return sql`${addingRows(table, [row])} on conflict ${target}do nothing`;
  });
  return (await adding.execute(database)).row_count === 1;
}

/** Returns the first row of the result. */
export async function firstRow<Row>(database: Executor, query: Sql<Row>): Promise<Row | undefined> {
  return (await query.execute(database)).rows[0];
}

/** Returns the row of a query that always has one, such as a function call. Throws if there is none. */
export async function oneRow<Row>(database: Executor, query: Sql<Row>): Promise<Row> {
  const row = await firstRow(database, query);
  if (row === undefined) throw new Error('the database returned no row');
  return row;
}
