import type pg from 'pg';
import { V7Generator } from 'uuidv7';
import { type AppParts, createApp } from '../../../server/app.ts';
import { type Database, databaseOf, type Tx } from '../../../server/platform/database/database.ts';
import { openPools, type Pools } from '../../../server/platform/database/pools.ts';
import { sql } from '../../../server/platform/database/sql.ts';
import { inTransaction } from '../../../server/platform/database/transactions.ts';
import type { Log } from '../../../server/platform/logging/log.ts';
import { machineNow, machineRandom } from '../../../server/platform/machine.ts';
import type { Ask } from '../demo-client.ts';

/** A second app with the same parts, whose clock is behind (decision 61). */
export type Past = {
  now(): Date;
  /** Sets the clock, which then continues to run. A future time sets it to the present. */
  goTo(at: Date): void;
  owner: Database;
  ask: Ask;
  log: Log;
  close(): Promise<void>;
};

export type PastGiven = { parts: AppParts; pools: Pick<Pools, 'owner' | 'request'> };

/**
 * Prepares the demo's database for sessions that set `demo.behind`: times that the database's clock has just
 * written to a record are moved back by that interval. Sessions, the feed, jobs and balances keep the present
 * time. Repeatable.
 */
const ADMIT_PAST = sql.raw(`do $do$
  declare v_table regclass;
  begin
    create or replace function put_back_in_time() returns trigger language plpgsql as $$
    begin
      return jsonb_populate_record(new, (
        select jsonb_object_agg(name, at - current_setting('demo.behind')::interval)
        from unnest('{recorded_at,created_at,uploaded_at,pinned_at,replaced_at,assigned_at,updated_at}'::text[]) as name
        cross join lateral (select (to_jsonb(new) ->> name)::timestamptz) as written(at)
        where at >= now()));
    end $$;
    for v_table in
      select 'bank_deposits'::regclass union select 'orders'::regclass union
      select attrelid from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
        and attname in ('recorded_at', 'uploaded_at', 'replaced_at', 'assigned_at')
    loop
      execute format($$create or replace trigger put_back_in_time before insert or update on %s for each row
        when (current_setting('demo.behind', true) <> '') execute function put_back_in_time()$$, v_table);
    end loop;
    -- The table is partitioned by this time, which a trigger may not change.
    alter table audit_events alter column recorded_at
      set default now() - coalesce(nullif(current_setting('demo.behind', true), ''), '0')::interval;
  end $do$`);

/** Restores the product's schema. */
const END_PAST = sql.raw(`do $do$ begin
    drop function if exists put_back_in_time cascade;
    alter table audit_events alter column recorded_at set default now();
  end $do$`);

const setBehind = (behind_ms: number, scope: 'session' | 'local') =>
  `set ${scope} demo.behind = '${behind_ms} ms'`;

/** Runs `work` in the given transaction, and records it at another time. For demo databases only. */
export async function recordedAt<T>(tx: Tx, at: Date, work: () => Promise<T>): Promise<T> {
  await ADMIT_PAST.execute(tx);
  await sql.raw(setBehind(machineNow().getTime() - at.getTime(), 'local')).execute(tx);
  const done = await work();
  await END_PAST.execute(tx);
  return done;
}

/** Opens separate connections, which serve no other user's requests. */
export async function openPast({ parts, pools }: PastGiven): Promise<Past> {
  const { owner } = parts;
  await inTransaction(owner, (tx) => ADMIT_PAST.execute(tx));
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
      settingEach(pool, () => setBehind(behind_ms, 'session')),
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
      await inTransaction(owner, (tx) => END_PAST.execute(tx));
    },
  };
}

function addressOf(pool: pg.Pool): string {
  const { connectionString } = pool.options;
  if (connectionString === undefined) throw new Error('The demo needs the URL of its database');
  return connectionString;
}

/** Returns a pool that runs a statement on each connection when it is acquired. */
function settingEach(pool: pg.Pool, statement: () => string): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    try {
      await client.query(statement());
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return { connect, end: () => pool.end() } as unknown as pg.Pool;
}
