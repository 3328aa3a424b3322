import pg from 'pg';

/** The text of a statement, and its parameters in their order. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** `row_count`: the rows that were returned, or that a statement without `returning` wrote. */
export type Result<Row> = { rows: Row[]; row_count: number };

/** A database or an open transaction. */
export type Executor = { execute<Row>(statement: Statement): Promise<Result<Row>> };

const known_texts = new WeakMap<readonly string[], string>();

/** A statement or a part of one: its text around its values, each of which becomes a parameter. */
export class Sql<Row = unknown> implements Statement {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** Composed once for each template without nested templates. */
  get text(): string {
    let text = known_texts.get(this.texts);
    if (text === undefined) {
      text = this.texts.reduce((before, part, at) => `${before}$${at}${part}`).trim();
      known_texts.set(this.texts, text);
    }
    return text;
  }

  execute(database: Executor): Promise<Result<Row>> {
    return database.execute<Row>(this);
  }
}

/**
 * A template of SQL. Its values become parameters, except nested templates, which become part of the text.
 */
export function sql<Row = unknown>(parts: TemplateStringsArray, ...values: unknown[]): Sql<Row> {
  return values.some((value) => value instanceof Sql) ? flattened(parts, values) : new Sql(parts, values);
}

function flattened<Row>(parts: readonly string[], values: readonly unknown[]): Sql<Row> {
  const texts = [parts[0] ?? ''];
  const parameters: unknown[] = [];
  for (const [at, value] of values.entries()) {
    const next = parts[at + 1] ?? '';
    if (value instanceof Sql) {
      const [first = '', ...more] = value.texts;
      texts.push(`${texts.pop()}${first}`, ...more);
      parameters.push(...value.values);
      texts.push(`${texts.pop()}${next}`);
    } else {
      parameters.push(value);
      texts.push(next);
    }
  }
  return new Sql(texts, parameters);
}

/** Quotes the name of a table or column, which may be qualified: `partitions.feed`. */
sql.ref = (name: string): Sql => sql.raw(name.split('.').map(pg.escapeIdentifier).join('.'));

/** A text literal, where PostgreSQL accepts no parameter. */
sql.lit = (text: string): Sql => sql.raw(pg.escapeLiteral(text));

/** Unquoted SQL. Never pass input. */
sql.raw = (text: string): Sql => new Sql([text], []);

sql.join = (values: readonly unknown[], separator: Sql = sql.raw(', ')): Sql => {
  const between = values.slice(1).flatMap((value) => [separator, value]);
  const joined = values.length === 0 ? [] : [values[0], ...between];
  return flattened(['', ...joined.map(() => '')], joined);
};
