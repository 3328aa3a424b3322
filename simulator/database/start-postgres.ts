import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureRequestRole } from '../../server/platform/database/database-roles.ts';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { openPools, requestUrlOf } from '../../server/platform/database/pools.ts';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { postgresBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { runPostgresProgram } from '../../server/platform/embedded-postgres/programs.ts';

const TEMPLATE = 'mandoob';
const SUPERUSER = 'postgres';

/** Nothing is durable, and locks wait until the simulator ends them: it detects deadlocks itself. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  autovacuum: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  deadlock_timeout: '1h',
  // The book compares the order of commits.
  track_commit_timestamp: 'on',
  log_min_messages: 'fatal',
};

/** Additions to the product's schema that make a shop's balances unwritable for a while. */
const STUCK_BALANCES = [
  'create schema simulation',
  'create table simulation.stuck (shop_id int primary key)',
  `create function simulation.refuse_when_stuck() returns trigger language plpgsql security definer as $$
   begin
     if exists (select from simulation.stuck s where s.shop_id = new.shop_id) then
       raise exception 'the balances of shop % are stuck', new.shop_id using errcode = 'check_violation';
     end if;
     return new;
   end $$`,
  `create trigger stuck before insert or update on cash_tracking_parts
   for each row execute function simulation.refuse_when_stuck()`,
];

/**
 * Notes what was known before the transaction of a booked difference began, and had to prevent it: numbers of
 * the person's devices that have not arrived, and pending movements. Only an end of day depends on them: the
 * difference of a correction is exact.
 */
const DIFFERENCES_BOOKED_EARLY = [
  'create table simulation.booked_early (difference_id uuid, because text)',
  `create function simulation.note_early_booking() returns trigger language plpgsql security definer as $$
   begin
     insert into simulation.booked_early
       select new.id, 'number ' || n.number || ' was ' || n.state
       from devices d cross join lateral unsettled_device_numbers(d.shop_id, array[d.id]) n
       where d.shop_id = new.shop_id and new.user_id = any (d.user_ids) and n.is_work
         and (n.user_id = new.user_id or n.state = 'missing' and n.user_id is null)
         and (exists (select from device_numbers k where k.shop_id = d.shop_id and k.device_id = d.id and k.number = n.number
             and pg_xact_commit_timestamp(k.xmin) < now())
           or exists (select from commands c where c.shop_id = d.shop_id and c.device_id = d.id and c.device_number > n.number
             and pg_xact_commit_timestamp(c.xmin) < now()))
       union all
       select new.id, 'movement ' || m.id || ' was pending' from cash_movements m
       where m.shop_id = new.shop_id and new.user_id in (m.from_user_id, m.to_user_id) and m.posted_at is null
         and pg_xact_commit_timestamp(m.xmin) < now();
     return new;
   end $$`,
  `create trigger note_early_booking before insert on cash_differences
   for each row when (new.kind <> 'none' and new.handover_id is not null) execute function simulation.note_early_booking()`,
];

/**
 * Lets the trigger about late deliveries compare with the server's time in the movement's id (UUIDv7): the
 * database's own clock is not that of the run.
 */
const LATE_BY_CLOCK_OF_RUN = [
  'drop trigger cash_movements_cancel_over on cash_movements',
  `create trigger cash_movements_cancel_over after insert on cash_movements for each row
   when (new.reason = 'delivery' and new.occurred_at + interval '5 seconds'
     < to_timestamp(('x' || lpad(replace(left(new.id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint / 1000.0))
   execute function cancel_over()`,
];

/**
 * Gives the ids that the database makes itself the time of the newest movement, and the same for the same
 * seed.
 */
const IDS_OF_RUN = [
  'create sequence simulation.ids',
  `create or replace function id_by_time() returns uuid language sql volatile set search_path = public, pg_temp as $$
   select (left(newest, 13) || '-7fff-8' || left(hash, 3) || '-' || left(reverse(hash), 12))::uuid
   from (select max(id::text) as newest, md5(nextval('simulation.ids')::text) as hash from cash_movements) made
   $$`,
];

const ADDITIONS = [...STUCK_BALANCES, ...DIFFERENCES_BOOKED_EARLY, ...LATE_BY_CLOCK_OF_RUN, ...IDS_OF_RUN];

export type RunningPostgres = {
  /** The folder of the PostgreSQL socket, which is all that a worker needs. */
  socket: string;
  /** Stops PostgreSQL once; repeated calls, as after an interrupt, return the same promise. */
  stop(): Promise<void>;
};

/**
 * Starts the product's PostgreSQL in a temporary folder, on a socket only, with a migrated template database.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'mandoob-simulator-'));
  await chmod(folder, 0o711);
  const cluster = join(folder, 'cluster');
  const account = await databaseAccount(cluster);
  const programs = await postgresBinaries(account, join(folder, 'programs'));
  await mkdir(cluster, { mode: 0o700 });
  if (account) await chown(cluster, account.uid, account.gid);
  const run = (program: string, ...given: string[]) =>
    runPostgresProgram(program, given, { account, cwd: cluster });
  await run(
    programs.initdb,
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    '--locale=C',
    '--encoding=UTF8',
    '--no-sync',
  );
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: cluster })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const log = join(cluster, 'server.log');
  const start = [`--pgdata=${cluster}`, '--wait', '--silent', `--log=${log}`, `--options=${options}`];
  await run(programs.pg_ctl, 'start', ...start);
  const end = async () => {
    await run(programs.pg_ctl, 'stop', `--pgdata=${cluster}`, '--mode=immediate', '--wait', '--silent');
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  let ended: Promise<void> | undefined;
  const stop = () => {
    ended ??= end();
    return ended;
  };
  // The socket's folder belongs to the database account; the user who runs the simulator needs access.
  await chmod(cluster, 0o711);
  try {
    await makeTemplate(cluster);
  } catch (error) {
    await stop();
    throw error;
  }
  return { socket: cluster, stop };
}

/** Returns the URL of a database for the owner role. */
export function ownerUrl(socket: string, database: string): string {
  return `postgres://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(socket)}`;
}

/** Returns the URL of a database for the role that serves requests. */
export function requestUrl(socket: string, database: string): string {
  return requestUrlOf(ownerUrl(socket, database));
}

async function makeTemplate(socket: string): Promise<void> {
  await inMaintenance(socket, `create database ${TEMPLATE}`);
  const owner_url = ownerUrl(socket, TEMPLATE);
  const pools = openPools({ owner_url, request_url: requestUrlOf(owner_url) });
  try {
    await ensureRequestRole(pools.owner);
    await migrate(pools.owner);
    for (const statement of ADDITIONS) await pools.owner.query(statement);
  } finally {
    await pools.close();
  }
}

/** Creates an empty, migrated database for one worker. */
export async function cloneDatabase(socket: string, name: string): Promise<void> {
  await inMaintenance(socket, `drop database if exists ${name} with (force)`);
  await inMaintenance(socket, `create database ${name} template ${TEMPLATE}`);
}

/** Replaces a text in a database function. Throws if the function does not contain it exactly once. */
export async function seedBugInDatabase(
  socket: string,
  database: string,
  { sql_function, finds, puts }: { sql_function: string; finds: string; puts: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl(socket, database) });
  await client.connect();
  try {
    const { rows } = await client.query<{ source: string }>(
      'select pg_get_functiondef($1::regproc) as source',
      [sql_function],
    );
    const source = rows[0]?.source ?? '';
    if (source.split(finds).length !== 2)
      throw new Error(`${sql_function} does not contain this text exactly once: ${finds}`);
    await client.query(source.replace(finds, () => puts));
  } finally {
    await client.end();
  }
}

async function inMaintenance(socket: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl(socket, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
