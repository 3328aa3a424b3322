import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { V7Generator } from 'uuidv7';
import { type AppParts, createApp } from '../../server/app.ts';
import { type Database, databaseOf, type Tx } from '../../server/platform/database/database.ts';
import { openPools, type Pools } from '../../server/platform/database/pools.ts';
import { addRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import type { Log } from '../../server/platform/log.ts';
import { machineNow, machineRandom } from '../../server/platform/machine.ts';
import type { Ask } from './demo-client.ts';

/** The product once more, with a clock that runs behind: what is done by it is recorded at its time (decision 61). */
export type Past = {
  now(): Date;
  /** From here on it is this time, and goes on. Never later than it is. */
  goTo(at: Date): void;
  owner: Database;
  ask: Ask;
  log: Log;
  close(): Promise<void>;
};

export type PastGiven = { parts: AppParts; pools: Pick<Pools, 'owner' | 'request'> };

/** A key of this process alone: the database keeps its hash, and takes a time from whoever shows it. */
const newKey = () => randomBytes(32).toString('hex');
const KEY_ROW = 'demo_past_key';
const shownAs = (key: string, behind_ms: number) => `${key} ${behind_ms}`;

async function admit(tx: Tx, key: string): Promise<void> {
  await forget(tx);
  const value = createHash('sha256').update(key).digest('hex');
  await addRow(tx, 'installation', { key: KEY_ROW, value });
}

async function forget(tx: Tx): Promise<void> {
  await tx.deleteFrom('installation').where('key', '=', KEY_ROW).execute();
}

/** Has `work` recorded at another time, in its transaction, which is a demo's. */
export async function recordedAt<T>(tx: Tx, at: Date, work: () => Promise<T>): Promise<T> {
  const key = newKey();
  await admit(tx, key);
  await sql`select set_config('mandoob.past', ${shownAs(key, machineNow().getTime() - at.getTime())}, true)`.execute(
    tx,
  );
  const done = await work();
  await sql`select set_config('mandoob.past', '', true)`.execute(tx);
  await forget(tx);
  return done;
}

/** Opens connections of its own, on which nobody else's work is ever done. `close` takes the key back. */
export async function openPast({ parts, pools }: PastGiven): Promise<Past> {
  const key = newKey();
  const { owner } = parts;
  await inTransaction(owner, (tx) => admit(tx, key));
  let behind_ms = 0;
  const now = () => new Date(machineNow().getTime() - behind_ms);
  const ids = new V7Generator();
  const random = {
    ...machineRandom,
    id: () => ids.generateOrResetCore(now().getTime(), 10_000).toString(),
  };
  const own = openPools({
    owner_url: addressOf(pools.owner),
    request_url: addressOf(pools.request),
    owner_connections_max: 2,
    request_connections_max: 4,
    log: parts.log,
  });
  const behind = (pool: pg.Pool) =>
    databaseOf(
      showing(pool, () => shownAs(key, behind_ms)),
      {
        named_statements: parts.config.named_statements,
        random,
        ...(owner.onNews && { onNews: owner.onNews }),
      },
    );
  const [past_owner, requests] = [behind(own.owner), behind(own.request)];
  const app = await createApp({ ...parts, owner: past_owner, requests, now, random, web_directory: null });
  return {
    now,
    goTo: (at) => {
      behind_ms = Math.max(0, machineNow().getTime() - at.getTime());
    },
    owner: past_owner,
    ask: (path, init) => app.request(path, init),
    log: parts.log,
    close: async () => {
      await own.close();
      await inTransaction(owner, forget);
    },
  };
}

function addressOf(pool: pg.Pool): string {
  const { connectionString } = pool.options;
  if (connectionString === undefined) throw new Error('The demo needs the address of its database');
  return connectionString;
}

/** Each connection is told the time when it is taken, unless it is the one that it was told last. */
function showing(pool: pg.Pool, shown: () => string): pg.Pool {
  const told = new WeakMap<pg.PoolClient, string>();
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const now = shown();
    if (told.get(client) === now) return client;
    try {
      await client.query("select set_config('mandoob.past', $1, false)", [now]);
      told.set(client, now);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return { connect, end: () => pool.end() } as unknown as pg.Pool;
}
