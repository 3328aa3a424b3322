import type { Database } from '../../platform/database/database.ts';
import { changeRows, firstRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { ShopifyApi } from '../api/shopify-api.ts';
import type { Connection } from '../store/connection.ts';
import type { Progress } from './poll-orders.ts';

/**
 * Polls of a shop's store: one at a time, across all servers and the command line. Each request renews the
 * lease and stores the position, so that another process can continue there after a crash.
 */

/** The duration of a lease, longer than any request takes. */
const LEASE = sql`interval '5 minutes'`;
const EVERY = sql`interval '15 minutes'`;

type Lease = Pick<Connection, 'shop_id' | 'shop_domain'> & { reader: string };
/** `resync_since`: the start of a requested resync that has not finished. */
export type Reading = Lease & Progress & { resync_since: Date | null };

/** Thrown if another process has the lease, or if a poll from the start was requested. */
export class LeaseLost extends Error {}

/**
 * Returns the shops whose store is due, or whose last poll did not reach its end, for example because a
 * server was down.
 */
export async function shopsToSync(owner: Database): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select c.shop_id from shopify_connections c
    left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain
    where c.refused_at is null and ${isDue()}
    order by p.started_at nulls first, c.shop_id`.execute(owner);
  return rows.map(({ shop_id }) => shop_id);
}

/**
 * True if the store is due. A start in the future, from a clock that was ahead, counts as due. The next poll
 * waits equally long after a failed and after a completed one.
 */
function isDue(): Sql<boolean> {
  return sql<boolean>`(${isFree()} and (p.started_at is null or p.started_at <= now() - ${EVERY}
    or p.started_at > now() + ${EVERY} or p.reading_since is not null and p.last_error is null))`;
}

/**
 * True without a valid lease. A lease that ends after more than two durations was written by a wrong clock;
 * one renewed while this statement waited ends earlier.
 */
function isFree(): Sql<boolean> {
  return sql<boolean>`(p.leased_until is null or p.leased_until <= now() or p.leased_until > now() + 2 * ${LEASE})`;
}

/**
 * Claims the store if it is due. The poll continues from the stored position, or begins at the start if the
 * last one was completed or a new one was requested.
 */
export function claimReading(
  owner: Database,
  connection: Connection,
  now: Date,
): Promise<Reading | undefined> {
  const { shop_id, shop_domain } = connection;
  const reader = owner.newId();
  const requested_since = sql`case when p.resync_ended_at is null then p.resync_since end`;
  const from_start = sql`p.started_at is null or p.reading_since is null`;
  const claiming = sql<Reading>`
    insert into shopify_polls as p (shop_id, shop_domain, polled_until, started_at, reader, leased_until, reading_since)
    select ${shop_id}, ${shop_domain}, f.at, now(), ${reader}, now() + ${LEASE}, f.at from (select ${firstRead(connection, now)} as at) f
    on conflict (shop_id, shop_domain) do update set
      started_at = now(), reader = excluded.reader, leased_until = excluded.leased_until,
      reading_since = case when ${from_start} then least(p.polled_until, ${requested_since}) else p.reading_since end,
      reading_after = case when ${from_start} then null else p.reading_after end,
      reading_unreadable = case when ${from_start} then null else p.reading_unreadable end,
      reading_read = case when (${from_start}) and ${requested_since} is null then 0 else p.reading_read end
    where ${isDue()}
    returning shop_id, shop_domain, reader, reading_since as since, reading_after as after, reading_read as read,
      reading_unreadable as unreadable, ${requested_since} as resync_since`;
  return firstRow(owner, claiming);
}

/**
 * Claims only the lease, for a poll by an operator, which stores no position. Undefined while another process
 * has it.
 */
export function claimStore(owner: Database, connection: Connection, now: Date): Promise<Lease | undefined> {
  const { shop_id, shop_domain } = connection;
  return firstRow(
    owner,
    sql<Lease>`
      insert into shopify_polls as p (shop_id, shop_domain, polled_until, reader, leased_until)
      values (${shop_id}, ${shop_domain}, ${firstRead(connection, now)}, ${owner.newId()}, now() + ${LEASE})
      on conflict (shop_id, shop_domain) do update set reader = excluded.reader, leased_until = excluded.leased_until
      where ${isFree()}
      returning shop_id, shop_domain, reader`,
  );
}

/** The start of a store's first poll: the newest version that a webhook reported. */
function firstRead({ shop_id, connected_at }: Connection, now: Date): Sql<Date> {
  return sql<Date>`least(${now}::timestamptz, coalesce(
    (select max(external_updated_at) from shopify_orders where shop_id = ${shop_id}), ${connected_at}::timestamptz))`;
}

/** Renews the lease before each request. `run` also throws Overtaken. */
export function underLease(api: ShopifyApi, renew: () => Promise<boolean>): ShopifyApi {
  return {
    run: async (schema, query, variables) => {
      if (!(await renew())) throw new LeaseLost();
      return api.run(schema, query, variables);
    },
  };
}

/**
 * Stores the position and renews the lease. Returns false if another poll was requested or another process
 * has the lease.
 */
export async function keepReading(owner: Database, reading: Reading): Promise<boolean> {
  const { after, read, unreadable } = reading;
  const { row_count } = await sql`
    update shopify_polls set started_at = now(), leased_until = now() + ${LEASE},
      reading_after = ${after}, reading_read = ${read}, reading_unreadable = ${unreadable}
    where shop_id = ${reading.shop_id} and shop_domain = ${reading.shop_domain} and reader = ${reading.reader}
      and started_at is not null`.execute(owner);
  return row_count === 1;
}

/** Renews the lease only; see `keepReading`. */
export async function keepStore(owner: Database, lease: Lease): Promise<boolean> {
  return (
    (await changeRows(owner, 'shopify_polls', rowOf(lease), { leased_until: sql`now() + ${LEASE}` })) === 1
  );
}

/** Releases the lease. */
export async function releaseStore(owner: Database, lease: Lease): Promise<void> {
  await changeRows(owner, 'shopify_polls', rowOf(lease), { leased_until: null });
}

/** Ends a slice. The poll continues from this position: immediately or, after a failure, later. */
export async function pauseReading(
  owner: Database,
  reading: Reading,
  last_error: string | null,
): Promise<void> {
  const { after, read, unreadable } = reading;
  const place = { reading_after: after, reading_read: read, reading_unreadable: unreadable };
  await changeRows(owner, 'shopify_polls', rowOf(reading), { leased_until: null, last_error, ...place });
}

/** Ends a poll. An order that could not be read is reported and requested again. */
export async function endReading(owner: Database, reading: Reading): Promise<void> {
  const { unreadable, resync_since } = reading;
  const ended = unreadable === null ? { ended_at: sql<Date>`now()` } : {};
  const none = { reading_since: null, reading_after: null, reading_unreadable: null };
  const read = resync_since === null ? { reading_read: 0 } : {};
  const over = { leased_until: null, last_error: unreadable, ...none, ...read, ...ended };
  await changeRows(owner, 'shopify_polls', rowOf(reading), over);
}

/** The store's row, unless another process has claimed it since. */
const rowOf = ({ shop_id, shop_domain, reader }: Lease) => ({ shop_id, shop_domain, reader });
