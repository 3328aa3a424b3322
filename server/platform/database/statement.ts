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

const known_templates = new WeakMap<TemplateStringsArray, CompiledQuery>();

/**
 * A statement written out, whose values are all parameters. Its text is made once for each place in the code that says it: to piece it together for
 * each request takes this process longer than to send it.
 */
export function statement<Row = unknown>(
  parts: TemplateStringsArray,
  ...values: unknown[]
): CompiledQuery<Row> {
  let known = known_templates.get(parts);
  if (!known) {
    known = CompiledQuery.raw(parts.reduce((said, part, at) => `${said}$${at}${part}`));
    known_templates.set(parts, known);
  }
  return withValues(known, values);
}

const known_shapes = new Map<string, CompiledQuery>();

/**
 * A statement of Kysely's that is the same for the same `shape` but for its values: then its text is made once. `values` must be all its
 * parameters in their order; where they are not, as for an expression among them, it is made each time.
 */
export function shaped<Row>(
  shape: string,
  values: readonly unknown[],
  build: () => Compilable<Row>,
): CompiledQuery<Row> {
  const known = known_shapes.get(shape);
  if (known && values.every(isPlain)) return withValues(known, values);
  const built = build().compile();
  const { parameters } = built;
  const are_same =
    parameters.length === values.length && values.every((value, at) => value === parameters[at]);
  if (are_same) known_shapes.set(shape, CompiledQuery.raw(built.sql));
  return built;
}

/** All but the values is the same each time. */
function withValues<Row>(
  { sql, query, queryId }: CompiledQuery,
  parameters: readonly unknown[],
): CompiledQuery<Row> {
  return { sql, query, queryId, parameters };
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || !('toOperationNode' in value);
}
