import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addNumber,
  allNumbers,
  makeNumbers,
  recordingDatabase,
} from '../../../../tests/support/session-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { hidingProcessId, startWireProxy } from '../../../../tests/support/wire-proxy.ts';
import { type Database, runTransaction } from '../database.ts';
import { type Executor, sql } from '../sql.ts';
import { inTransaction } from '../transactions.ts';

let place: TestDatabase;
let opened: ReturnType<typeof recordingDatabase>;
let database: Database;

beforeEach(async () => {
  place = await createTestDatabase();
  await makeNumbers(place);
  opened = recordingDatabase(place.request_url);
  database = opened.database;
});
afterEach(async () => {
  await opened.close();
  await place.drop();
});

type Prepared = { statement: string; generic_plans: number; custom_plans: number };

/** Returns the prepared statements of the only connection of this database, without this query. */
async function prepared(of: Database): Promise<Prepared[]> {
  const { rows } = await sql<Prepared>`
    select statement, generic_plans::int, custom_plans::int from pg_prepared_statements
    where statement not like '%pg_prepared_statements%' order by prepare_time, name`.execute(of);
  return rows;
}

const allOf = async (of: Executor) => (await sql`select * from numbers`.execute(of)).rows;

describe('a statement', () => {
  it('is prepared once per connection and planned once, whatever its values', async () => {
    for (const number of [1, 2, 3]) await addNumber(number).execute(database);
    expect(await prepared(database)).toEqual([
      { statement: 'insert into numbers (number) values ($1)', generic_plans: 3, custom_plans: 0 },
    ]);
  });

  it('by the owner is planned as PostgreSQL chooses', async () => {
    const owners = recordingDatabase(place.owner_url);
    try {
      await addNumber(1).execute(owners.database);
      expect(await prepared(owners.database)).toMatchObject([{ generic_plans: 0, custom_plans: 1 }]);
    } finally {
      await owners.close();
    }
  });

  it('is prepared again after a failure and works', async () => {
    await addNumber(1).execute(database);
    await expect(addNumber(1).execute(database)).rejects.toMatchObject({ code: '23505' });
    await expect(sql`select nothing from numbers`.execute(database)).rejects.toMatchObject({ code: '42703' });
    await place.owner.query('alter table numbers add nothing int');
    expect((await sql`select nothing from numbers`.execute(database)).rows).toEqual([{ nothing: null }]);
    await addNumber(2).execute(database);
    expect(await allNumbers(place)).toEqual([1, 2]);
  });

  it('stays prepared after an earlier one in the same write failed', async () => {
    await Promise.allSettled([
      runTransaction(database, (tx) =>
        Promise.all([sql`select 1 / 0`.execute(tx), addNumber(1).execute(tx)]),
      ),
    ]);
    await addNumber(1).execute(database);
    expect(await allNumbers(place)).toEqual([1]);
  });

  it('is forgotten beyond the limit if used least recently, and prepared again on its next use', async () => {
    const numbered = (number: number) => sql.raw(`select ${number} as number`).execute(database);
    for (let number = 0; number < 300; number += 1) {
      await numbered(number);
      await numbered(0);
    }
    const kept = (await prepared(database)).map(({ statement }) => statement);
    expect(kept.length).toBeLessThanOrEqual(256);
    expect(kept).toContain('select 0 as number');
    expect(kept).not.toContain('select 1 as number');
    expect((await numbered(1)).rows).toEqual([{ number: 1 }]);
  });

  it('with a very long text is not prepared', async () => {
    const many = Array.from({ length: 1_000 }, (_, number) => sql`(${number})`);
    await sql`insert into numbers (number) values ${sql.join(many)}`.execute(database);
    expect(await prepared(database)).toEqual([]);
    expect(await allNumbers(place)).toHaveLength(1_000);
  });
});

describe('a stale prepared statement', () => {
  const change = () => place.owner.query("alter table numbers add word text default 'new'");

  it('is prepared again after its columns changed, transparently for the caller', async () => {
    await addNumber(1).execute(database);
    expect(await allOf(database)).toEqual([{ number: 1 }]);
    await change();
    expect(await allOf(database)).toEqual([{ number: 1, word: 'new' }]);
  });

  it('in a transaction causes a retry of the transaction, on each connection', async () => {
    const several = recordingDatabase(place.request_url, { connections: 3 });
    const read = () =>
      inTransaction(several.database, async (tx) => {
        const [, rows] = await Promise.all([sql`select pg_sleep(0.05)`.execute(tx), allOf(tx)]);
        return rows;
      });
    try {
      await addNumber(1).execute(database);
      await Promise.all([read(), read(), read()]);
      expect(several.pool.totalCount).toBe(3);
      await change();
      const after = await Promise.all([read(), read(), read()]);
      expect(after).toEqual([1, 2, 3].map(() => [{ number: 1, word: 'new' }]));
    } finally {
      await several.close();
    }
  });

  it.each(['discard all', 'deallocate all'])('is prepared again after "%s"', async (statement) => {
    await addNumber(1).execute(database);
    await sql.raw(statement).execute(database);
    await addNumber(2).execute(database);
    await sql.raw(statement).execute(database);
    await inTransaction(database, (tx) => addNumber(3).execute(tx));
    expect(await allNumbers(place)).toEqual([1, 2, 3]);
  });
});

describe('behind a pooler, which reports its own process ids', () => {
  it.each([
    ['auto', false],
    ['yes', true],
    ['no', false],
  ] as const)('with the setting %j, statements have names: %j', async (named_statements, named) => {
    const proxy = await startWireProxy(place.request_url, hidingProcessId);
    const through = recordingDatabase(proxy.url(place.request_url), { named_statements });
    try {
      for (const number of [1, 2]) {
        await runTransaction(through.database, (tx) => addNumber(number).execute(tx));
      }
      expect((await prepared(through.database)).length > 0).toBe(named);
      expect(await allNumbers(place)).toEqual([1, 2]);
    } finally {
      await through.close();
      await proxy.close();
    }
  });

  it('the setting "no" also applies without a pooler', async () => {
    const unnamed = recordingDatabase(place.request_url, { named_statements: 'no' });
    try {
      await addNumber(1).execute(unnamed.database);
      expect(await prepared(unnamed.database)).toEqual([]);
    } finally {
      await unnamed.close();
    }
  });
});
