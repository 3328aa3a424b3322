import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Database, Tables } from '../../server/platform/database/database.ts';
import type { Executor } from '../../server/platform/database/sql.ts';

/** Kysely's query builder, which only tests use, on a database or transaction of the product. */
export function build(executor: Executor): Kysely<Tables> {
  const connection = {
    async executeQuery<Row>({
      sql: text,
      parameters: values,
    }: {
      sql: string;
      parameters: readonly unknown[];
    }) {
      const { rows, row_count } = await executor.execute<Row>({ text, values });
      return { rows, numAffectedRows: BigInt(row_count) };
    },
    // biome-ignore lint/correctness/useYield: the interface requires a generator.
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('Streaming of results is not supported');
    },
  };
  const noTransaction = async () => {
    throw new Error('Transactions are not supported here: use runTransaction');
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => connection,
        releaseConnection: async () => undefined,
        beginTransaction: noTransaction,
        commitTransaction: noTransaction,
        rollbackTransaction: noTransaction,
        destroy: async () => undefined,
      }),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

type Building = Pick<Kysely<Tables>, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'>;
export type BuildingDatabase = Database & Building;

/** Adds the query builder's methods to a database. */
export function building(database: Database): BuildingDatabase {
  const kysely = build(database);
  const methods = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'] as const;
  const bound = methods.map((name) => [name, (kysely[name] as (from: never) => unknown).bind(kysely)]);
  return Object.assign(database, Object.fromEntries(bound) as Building);
}
