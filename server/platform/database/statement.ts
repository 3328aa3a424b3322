import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Tables } from './database.ts';

/** Makes the text of statements, for no database. */
export const wording = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const texts_of_templates = new WeakMap<TemplateStringsArray, string>();

/**
 * A statement written out, whose values are all parameters. Its text is made once for each place in the code that says it: to piece it together for
 * each request takes this process longer than to send it.
 */
export function statement<Row = unknown>(
  parts: TemplateStringsArray,
  ...values: unknown[]
): CompiledQuery<Row> {
  let text = texts_of_templates.get(parts);
  if (text === undefined) {
    text = parts.reduce((said, part, at) => `${said}$${at}${part}`);
    texts_of_templates.set(parts, text);
  }
  return CompiledQuery.raw(text, values) as CompiledQuery<Row>;
}

const texts_of_shapes = new Map<string, string>();

/**
 * A statement of Kysely's that is the same for the same `shape` but for its values: then its text is made once. `values` must be all its
 * parameters in their order; where they are not, as for an expression among them, it is made each time.
 */
export function shaped<Row>(
  shape: string,
  values: readonly unknown[],
  build: () => Compilable<Row>,
): CompiledQuery<Row> {
  const known = texts_of_shapes.get(shape);
  if (known !== undefined && values.every(isPlain))
    return CompiledQuery.raw(known, [...values]) as CompiledQuery<Row>;
  const built = build().compile();
  const { parameters } = built;
  const are_same =
    parameters.length === values.length && values.every((value, at) => value === parameters[at]);
  if (are_same) texts_of_shapes.set(shape, built.sql);
  return built;
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || !('toOperationNode' in value);
}
