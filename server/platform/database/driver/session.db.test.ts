import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addNumber,
  allNumbers,
  backendPid,
  makeNumbers,
  recordingDatabase,
} from '../../../../tests/support/session-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { replacingCommitTag, startWireProxy } from '../../../../tests/support/wire-proxy.ts';
import { type Database, databaseOf, runTransaction, type Tx } from '../database.ts';
import { type Executor, sql } from '../sql.ts';
import { inSavepoint, inTransaction } from '../transactions.ts';
import { ConnectionLost } from './failures.ts';

let place: TestDatabase;
let opened: ReturnType<typeof recordingDatabase>;
let database: Database;

beforeEach(async () => {
  place = await createTestDatabase();
  await makeNumbers(place);
  opened = recordingDatabase(place.owner_url);
  database = opened.database;
});
afterEach(async () => {
  await opened.close();
  await place.drop();
});

const BEGIN = 'start transaction isolation level read committed';
const DIVIDING_BY_ZERO = sql`select 1 / 0`;
const COLLIDING = sql.raw(`do $$ begin raise exception 'not both' using errcode = '40001'; end $$`);
/** The message type of ReadyForQuery, whose body is the transaction status. */
const READY = 'Z';
const INSERT = 'insert into numbers (number) values ($1)';
const add = (tx: Executor, number: number) => addNumber(number).execute(tx);

describe('a database session', () => {
  it('combines begin with the first statement, then sends statements one at a time if each awaits the previous one', async () => {
    await runTransaction(database, async (tx) => {
      await add(tx, 1);
      await add(tx, 2);
    });
    expect(opened.sent).toEqual([[BEGIN, INSERT], [INSERT], ['commit']]);
  });

  it('combines statements that are started concurrently, in their order', async () => {
    await runTransaction(database, async (tx) => {
      const values = await Promise.all(
        [1, 2, 3].map(async (value) => {
          const { rows } = await sql<{ value: number }>`select ${value}::int as value`.execute(tx);
          return rows[0]?.value;
        }),
      );
      expect(values).toEqual([1, 2, 3]);
      await Promise.all([add(tx, 1), add(tx, 2).then(() => add(tx, 3))]);
    });
    const select = 'select $1::int as value';
    expect(opened.sent).toEqual([[BEGIN, select, select, select], [INSERT, INSERT], [INSERT], ['commit']]);
    expect(await allNumbers(place)).toEqual([1, 2, 3]);
  });

  it('combines a deferred statement with the next one or the commit', async () => {
    await runTransaction(database, async (tx) => {
      tx.later(addNumber(1));
      await add(tx, 2);
      tx.later(addNumber(3));
    });
    await runTransaction(database, async (tx) => tx.later(addNumber(4)));
    expect(opened.sent).toEqual([
      [BEGIN, INSERT, INSERT],
      [INSERT, 'commit'],
      [BEGIN, INSERT, 'commit'],
    ]);
    expect(await allNumbers(place)).toEqual([1, 2, 3, 4]);
  });

  it('sends nothing for a transaction without statements', async () => {
    expect(await runTransaction(database, async () => 'done')).toBe('done');
    await expect(
      runTransaction(database, async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(opened.sent).toEqual([]);
    await add(database, 1);
    expect(await allNumbers(place)).toEqual([1]);
  });

  it('leaves the rows of earlier results unchanged when a statement is repeated', async () => {
    const ask = async (of: Executor, value: number) =>
      (await sql<{ value: number }>`select ${value}::int as value`.execute(of)).rows;
    const [one, two, three] = await runTransaction(database, async (tx) => [
      ...(await Promise.all([ask(tx, 1), ask(tx, 2)])),
      await ask(tx, 3),
    ]);
    expect(await ask(database, 4)).toEqual([{ value: 4 }]);
    expect([one, two, three]).toEqual([[{ value: 1 }], [{ value: 2 }], [{ value: 3 }]]);
  });

  it('encodes values as pg does', async () => {
    const at = new Date('2026-11-20T10:00:00.123Z');
    const { rows } = await sql`select ${at}::timestamptz as at, ${Buffer.from('é')}::bytea as bytes,
      ${JSON.stringify({ a: 1 })}::jsonb as json, ${[1, 2]}::int[] as list, ${null}::text as nothing,
      ${'منى'}::text as name, ${true}::boolean as yes`.execute(database);
    expect(rows).toEqual([
      { at, bytes: Buffer.from('é'), json: { a: 1 }, list: [1, 2], nothing: null, name: 'منى', yes: true },
    ]);
  });
});

describe('a failed statement', () => {
  const failing = async (tx: Tx) => {
    const done = await Promise.allSettled([add(tx, 1), add(tx, 1), add(tx, 2)]);
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const [, second, third] = done as PromiseRejectedResult[];
    expect(second?.reason).toMatchObject({ code: '23505' });
    expect(third?.reason).toBe(second?.reason);
    throw second?.reason;
  };

  it('makes the later ones fail, undoes the earlier ones, and leaves the connection usable', async () => {
    const pid = await backendPid(database);
    await expect(runTransaction(database, failing)).rejects.toMatchObject({ code: '23505' });
    expect(await allNumbers(place)).toEqual([]);
    expect(await backendPid(database)).toBe(pid);
  });

  it('is undone by a concurrent rollback to a savepoint', async () => {
    await runTransaction(database, async (tx) => {
      await add(tx, 1);
      await sql`savepoint here`.execute(tx);
      const [failed] = await Promise.allSettled([
        add(tx, 1),
        sql`rollback to savepoint here`.execute(tx),
        add(tx, 2),
      ]);
      expect(failed?.status).toBe('rejected');
    });
    expect(await allNumbers(place)).toEqual([1, 2]);
  });

  it('makes the next one or the commit fail if it was deferred', async () => {
    await expect(
      runTransaction(database, async (tx) => {
        tx.later(addNumber(1));
        tx.later(addNumber(1));
        await add(tx, 2);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    await expect(
      runTransaction(database, async (tx) => {
        await add(tx, 1);
        tx.later(addNumber(1));
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await allNumbers(place)).toEqual([]);
  });

  it('makes the next one or the commit fail if it was deferred and cannot be sent', async () => {
    const endless: { self?: object } = {};
    endless.self = endless;
    const unsendable = sql`select ${endless}::jsonb`;
    for (const others of [0, 1]) {
      const failed = runTransaction(database, async (tx) => {
        tx.later(unsendable);
        if (others > 0) await add(tx, 1);
      });
      await expect(failed).rejects.toThrow(/circular/);
    }
    const last = runTransaction(database, async (tx) => {
      await add(tx, 1);
      tx.later(unsendable);
    });
    await expect(last).rejects.toThrow(/circular/);
    expect(await allNumbers(place)).toEqual([]);
  });

  it('prevents the execution of all others if it is the begin', async () => {
    const failed = database.sessions.within(async (session) => {
      session.begin('start transaction isolation level nonsense');
      await session.execute(addNumber(1)).finally(() => session.rollback());
    });
    await expect(failed).rejects.toMatchObject({ code: '42601' });
    expect(await allNumbers(place)).toEqual([]);
  });

  it('prevents the execution of later ones if it exceeds its time limit', async () => {
    const late = runTransaction(database, async (tx) => {
      await add(tx, 1);
      await sql`set local statement_timeout = '50ms'`.execute(tx);
      await Promise.all([sql`select pg_sleep(30)`.execute(tx), add(tx, 2)]);
    });
    await expect(late).rejects.toMatchObject({ code: '57014' });
    expect(await allNumbers(place)).toEqual([]);
  });

  it('is not retried if another session cancelled it', async () => {
    const pid = await backendPid(database);
    let begun = 0;
    const cancelled = inTransaction(database, async (tx) => {
      begun += 1;
      await Promise.all([add(tx, 1), sql`select pg_sleep(30)`.execute(tx), add(tx, 2)]);
    });
    const outcome = cancelled.catch((error: unknown) => error);
    const sleeping = `select pg_cancel_backend(pid) from pg_stat_activity
      where pid = $1 and query = 'select pg_sleep(30)' and state = 'active'`;
    await expect.poll(async () => (await place.owner.query(sleeping, [pid])).rowCount).toBe(1);
    expect(await outcome).toMatchObject({ code: '57014' });
    expect(begun).toBe(1);
    expect(await allNumbers(place)).toEqual([]);
    expect(await backendPid(database)).toBe(pid);
  });

  it('with a value that cannot be sent fails alone, before anything is sent', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('not this one');
      },
    };
    const failed = runTransaction(database, (tx) => sql`select ${unsendable}::text`.execute(tx));
    await expect(failed).rejects.toThrow('not this one');
    expect(opened.sent).toEqual([]);
  });

  it('rejects only when the connection is ready again, with the status of a failed transaction', async () => {
    const proxy = await startWireProxy(place.owner_url, async ({ type, body }) => {
      if (type === READY && body.toString('latin1') === 'E') await pause(50);
      return null;
    });
    const through = recordingDatabase(proxy.url(place.owner_url));
    try {
      await through.database.sessions.within(async (session) => {
        session.begin(BEGIN);
        await expect(session.execute(DIVIDING_BY_ZERO)).rejects.toThrow();
        expect(session.client.getTransactionStatus()).toBe('E');
        await session.rollback();
      });
    } finally {
      await through.close();
      await proxy.close();
    }
  });

  it('rejects when the connection breaks before it is ready again, and closes that connection', async () => {
    const proxy = await startWireProxy(place.owner_url, ({ type, body }) => {
      if (type === READY && body.toString('latin1') === 'E') proxy.cut();
      return null;
    });
    const through = recordingDatabase(proxy.url(place.owner_url));
    try {
      const failed = runTransaction(through.database, (tx) => DIVIDING_BY_ZERO.execute(tx));
      await expect(failed).rejects.toMatchObject({ code: '22012' });
      await add(through.database, 1);
      expect(await allNumbers(place)).toEqual([1]);
    } finally {
      await through.close();
      await proxy.close();
    }
  });

  it('makes later statements and the commit fail if the caller ignores it, with the stack of its caller', async () => {
    const later: unknown[] = [];
    async function theCause(tx: Tx) {
      await add(tx, 1);
    }
    const ignoring = runTransaction(database, async (tx) => {
      await add(tx, 1);
      await theCause(tx).catch(() => undefined);
      await DIVIDING_BY_ZERO.execute(tx).catch((error: unknown) => later.push(error));
    });
    const failure = await ignoring.catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '23505', stack: expect.stringContaining('theCause') });
    expect(later).toEqual([failure]);
    expect(await allNumbers(place)).toEqual([]);
  });

  it.each([
    ['continues', async () => undefined],
    ['throws another error', () => Promise.reject(new Error('nothing came'))],
  ])(
    'causes a retry of the transaction if its error is transient and the caller ignores it and %s',
    async (_, after) => {
      let begun = 0;
      await inTransaction(database, async (tx) => {
        begun += 1;
        await add(tx, begun);
        if (begun > 1) return;
        await COLLIDING.execute(tx).catch(() => undefined);
        await after();
      });
      expect(await allNumbers(place)).toEqual([2]);
    },
  );

  it('is replaced by the error that the caller throws if it is permanent', async () => {
    const failed = runTransaction(database, async (tx) => {
      await DIVIDING_BY_ZERO.execute(tx).catch(() => {
        throw new Error('no share for nobody');
      });
    });
    await expect(failed).rejects.toThrow('no share for nobody');
  });

  it('is not reported again after a rollback to a savepoint before it', async () => {
    const failed = runTransaction(database, async (tx) => {
      await add(tx, 1);
      await inSavepoint(
        tx,
        () => add(tx, 1),
        () => null,
      );
      await DIVIDING_BY_ZERO.execute(tx).catch(() => undefined);
      await add(tx, 2);
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
  });

  it('leaves the connection usable if it is a copy from stdin', async () => {
    const pid = await backendPid(database);
    await expect(sql`copy numbers from stdin`.execute(database)).rejects.toThrow('a connection of its own');
    await add(database, 1);
    expect(await backendPid(database)).toBe(pid);
  });

  it('outside a transaction rejects when its implicit commit fails', async () => {
    await place.owner.query('create table names (name text unique deferrable initially deferred)');
    const addName = () => sql`insert into names values ('Mona')`.execute(database);
    await addName();
    await expect(addName()).rejects.toMatchObject({ code: '23505' });
    expect((await place.owner.query('select from names')).rowCount).toBe(1);
  });

  it('with a result that cannot be parsed fails alone', async () => {
    const answers = await runTransaction(databaseOf(place.owner), (tx) =>
      Promise.allSettled([sql`select 9007199254740993::bigint`.execute(tx), add(tx, 1)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await allNumbers(place)).toEqual([1]);
  });
});

it('closes a connection that is returned within a transaction', async () => {
  const within = await database.sessions.within(async (session) => {
    session.begin(BEGIN);
    await session.execute(addNumber(1));
    return (session.client as unknown as { processID: number }).processID;
  });
  expect(await backendPid(database)).not.toBe(within);
  expect(await allNumbers(place)).toEqual([]);
});

describe('after a connection breaks', () => {
  it('during several statements, all are executed once on another connection', async () => {
    let begun = 0;
    await inTransaction(database, async (tx) => {
      begun += 1;
      const end = begun === 1 ? sql`select pg_terminate_backend(pg_backend_pid())` : sql`select 1`;
      await Promise.all([add(tx, 1), end.execute(tx), add(tx, 2)]);
    });
    expect(begun).toBe(2);
    expect(await allNumbers(place)).toEqual([1, 2]);
    expect(opened.pool.totalCount).toBe(1);
  });

  it('while statements await results, all are executed once', async () => {
    const proxy = await startWireProxy(place.owner_url, () => null);
    const through = recordingDatabase(proxy.url(place.owner_url));
    try {
      let begun = 0;
      await inTransaction(through.database, async (tx) => {
        begun += 1;
        if (begun === 1) setTimeout(proxy.cut, 20);
        await Promise.all([add(tx, 1), sql`select pg_sleep(${begun === 1 ? 0.2 : 0})`.execute(tx)]);
      });
      expect(begun).toBe(2);
      expect(await allNumbers(place)).toEqual([1]);
    } finally {
      await through.close();
      await proxy.close();
    }
  });

  it('between a commit and its result, the work is retried, not the commit', async () => {
    let commits = 0;
    const losing = recordingDatabase(place.owner_url, {
      around: async ({ statements }, send) => {
        const answer = await send();
        if (statements.at(-1)?.text !== 'commit') return answer;
        commits += 1;
        if (commits === 1) throw new ConnectionLost('broken off');
        return answer;
      },
    });
    try {
      const seen: number[] = [];
      await inTransaction(losing.database, async (tx) => {
        const { rows } = await sql<{ number: number }>`select number from numbers`.execute(tx);
        seen.push(rows.length);
        if (rows.length === 0) await add(tx, 1);
      });
      expect(seen).toEqual([0, 1]);
      expect(await allNumbers(place)).toEqual([1]);
    } finally {
      await losing.close();
    }
  });
});

describe('a connection that alone ends or fails', () => {
  const goneFrom = (pid: number) => async () =>
    (await place.owner.query('select from pg_stat_activity where pid = $1', [pid])).rowCount;

  it.each([
    [
      'a time limit between two statements',
      async (tx: Tx) => {
        const pid = await backendPid(tx);
        await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx);
        await expect.poll(goneFrom(pid), { interval: 20 }).toBe(0);
        await add(tx, 1);
      },
    ],
    [
      'a transaction that ended before its commit',
      async (tx: Tx) => {
        await sql`rollback`.execute(tx);
      },
    ],
  ])('by %s leaves the others in use', async (_, work) => {
    const two = recordingDatabase(place.owner_url, { connections: 2 });
    try {
      let other = 0;
      const over = runTransaction(two.database, async (tx) => {
        await sql`select 1`.execute(tx);
        other = await backendPid(two.database);
        await work(tx);
      });
      await expect(over).rejects.toThrow();
      expect(await backendPid(two.database)).toBe(other);
    } finally {
      await two.close();
    }
  });
});

describe('a commit', () => {
  it.each(['ROLLBACK', 'SELECT 1', 'BEGIN'])('with the reply %s counts as failed', async (tag) => {
    const proxy = await startWireProxy(place.owner_url, replacingCommitTag(tag));
    const through = recordingDatabase(proxy.url(place.owner_url));
    try {
      const pid = await backendPid(through.database);
      const committed = runTransaction(through.database, (tx) => add(tx, 1));
      await expect(committed).rejects.toThrow('Nothing was recorded: the database replied');
      // The state of this connection is unknown.
      expect(await backendPid(through.database)).not.toBe(pid);
    } finally {
      await through.close();
      await proxy.close();
    }
  });

  it('fails after an ignored failure of a statement', async () => {
    const forgiving = inTransaction(database, async (tx) => {
      await add(tx, 1);
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(forgiving).rejects.toMatchObject({ code: '22012' });
    expect(await allNumbers(place)).toEqual([]);
  });

  it('fails if the transaction has already ended, although the database replies COMMIT', async () => {
    const early = runTransaction(database, async (tx) => {
      await sql`rollback`.execute(tx);
      await add(tx, 1);
    });
    await expect(early).rejects.toThrow('The transaction ended before its commit');
    expect(await allNumbers(place)).toEqual([]);
  });

  it('ends the transaction: later statements of its work do not reach another transaction', async () => {
    let late: Promise<unknown> | undefined;
    await expect(
      runTransaction(database, async (tx) => {
        const slow = async () => {
          await sql`select 1`.execute(tx);
          await pause(20);
          await add(tx, 1);
        };
        late = slow().catch((error: unknown) => error);
        await Promise.all([late, sql`select 1 / 0`.execute(tx)]);
      }),
    ).rejects.toMatchObject({ code: '22012' });
    await runTransaction(database, async (tx) => {
      await add(tx, 2);
      await late;
    });
    await expect(late).resolves.toMatchObject({ message: 'the transaction has ended' });
    expect(await allNumbers(place)).toEqual([2]);
  });
});
