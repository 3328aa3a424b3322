import type { Database } from '../../platform/database/database.ts';
import { changeRows, firstRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { ShopifyApi } from '../api/shopify-api.ts';
import type { Connection } from '../store/connection.ts';
import type { Progress } from './poll-orders.ts';

/**
 * Who reads a shop's store: one at a time, of all servers and the command line. A lease is renewed before each question, together with how far it was
 * read: whoever dies leaves it to others, who go on there.
 */

/** Longer than one question takes. */
const LEASE = sql`interval '5 minutes'`;
const EVERY = sql`interval '15 minutes'`;

type Held = Pick<Connection, 'shop_id' | 'shop_domain'> & { reader: string };
/** `resync_since`: somebody asked for it to be read since that day, and it has not come to its end. */
export type Reading = Held & Progress & { resync_since: Date | null };

/** Somebody else has the lease by now, or asked for the store to be read from the start. */
export class Overtaken extends Error {}

/** The shops whose store was not asked for a while, or was not read to its end: a server that was down asks as soon as it is up. */
export async function shopsToAsk(owner: Database): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select c.shop_id from shopify_connections c
    left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain
    where c.refused_at is null and ${isDue()}
    order by p.started_at nulls first, c.shop_id`.execute(owner);
  return rows.map(({ shop_id }) => shop_id);
}

/** A clock that was ahead and is right again does not keep it from being asked. What failed waits as long as what came to its end. */
function isDue(): Sql<boolean> {
  return sql<boolean>`(${isFree()} and (p.started_at is null or p.started_at <= now() - ${EVERY}
    or p.started_at > now() + ${EVERY} or p.reading_since is not null and p.last_error is null))`;
}

/** So far ahead only a wrong clock wrote it: a lease that was taken while this statement waited ends later than its own would. */
function isFree(): Sql<boolean> {
  return sql<boolean>`(p.leased_until is null or p.leased_until <= now() or p.leased_until > now() + 2 * ${LEASE})`;
}

/** The store to read, where it is due, from where its last reading stopped; from the start where that came to its end or somebody asked since. */
export function claimReading(
  owner: Database,
  connection: Connection,
  now: Date,
): Promise<Reading | undefined> {
  const { shop_id, shop_domain } = connection;
  const reader = owner.newId();
  const wish = sql`case when p.resync_ended_at is null then p.resync_since end`;
  const from_start = sql`p.started_at is null or p.reading_since is null`;
  const claiming = sql<Reading>`
    insert into shopify_polls as p (shop_id, shop_domain, polled_until, started_at, reader, leased_until, reading_since)
    select ${shop_id}, ${shop_domain}, f.at, now(), ${reader}, now() + ${LEASE}, f.at from (select ${firstRead(connection, now)} as at) f
    on conflict (shop_id, shop_domain) do update set
      started_at = now(), reader = excluded.reader, leased_until = excluded.leased_until,
      reading_since = case when ${from_start} then least(p.polled_until, ${wish}) else p.reading_since end,
      reading_after = case when ${from_start} then null else p.reading_after end,
      reading_unreadable = case when ${from_start} then null else p.reading_unreadable end,
      reading_read = case when (${from_start}) and ${wish} is null then 0 else p.reading_read end
    where ${isDue()}
    returning shop_id, shop_domain, reader, reading_since as since, reading_after as after, reading_read as read,
      reading_unreadable as unreadable, ${wish} as resync_since`;
  return firstRow(owner, claiming);
}

/** The lease alone, for the operator, who keeps no place and is asked for none: undefined while somebody else reads. */
export function claimStore(owner: Database, connection: Connection, now: Date): Promise<Held | undefined> {
  const { shop_id, shop_domain } = connection;
  return firstRow(
    owner,
    sql<Held>`
      insert into shopify_polls as p (shop_id, shop_domain, polled_until, reader, leased_until)
      values (${shop_id}, ${shop_domain}, ${firstRead(connection, now)}, ${owner.newId()}, now() + ${LEASE})
      on conflict (shop_id, shop_domain) do update set reader = excluded.reader, leased_until = excluded.leased_until
      where ${isFree()}
      returning shop_id, shop_domain, reader`,
  );
}

/** From when on a store is read the first time: the newest version that a webhook told. */
function firstRead({ shop_id, connected_at }: Connection, now: Date): Sql<Date> {
  return sql<Date>`least(${now}::timestamptz, coalesce(
    (select max(external_updated_at) from shopify_orders where shop_id = ${shop_id}), ${connected_at}::timestamptz))`;
}

/** Each question renews the lease first. `run` throws Overtaken too. */
export function underLease(api: ShopifyApi, renew: () => Promise<boolean>): ShopifyApi {
  return {
    run: async (schema, query, variables) => {
      if (!(await renew())) throw new Overtaken();
      return api.run(schema, query, variables);
    },
  };
}

/** Keeps how far it was read, and the lease. False where somebody has asked for the store since, or has the lease. */
export async function keepReading(owner: Database, reading: Reading): Promise<boolean> {
  const { after, read, unreadable } = reading;
  const { row_count } = await sql`
    update shopify_polls set started_at = now(), leased_until = now() + ${LEASE},
      reading_after = ${after}, reading_read = ${read}, reading_unreadable = ${unreadable}
    where shop_id = ${reading.shop_id} and shop_domain = ${reading.shop_domain} and reader = ${reading.reader}
      and started_at is not null`.execute(owner);
  return row_count === 1;
}

/** As `keepReading`, of the lease alone. */
export async function keepStore(owner: Database, held: Held): Promise<boolean> {
  return (
    (await changeRows(owner, 'shopify_polls', rowOf(held), { leased_until: sql`now() + ${LEASE}` })) === 1
  );
}

/** Others may read it. */
export async function releaseStore(owner: Database, held: Held): Promise<void> {
  await changeRows(owner, 'shopify_polls', rowOf(held), { leased_until: null });
}

/** It goes on from here: at once, or in a while where it failed. */
export async function pauseReading(
  owner: Database,
  reading: Reading,
  last_error: string | null,
): Promise<void> {
  const { after, read, unreadable } = reading;
  const place = { reading_after: after, reading_read: read, reading_unreadable: unreadable };
  await changeRows(owner, 'shopify_polls', rowOf(reading), { leased_until: null, last_error, ...place });
}

/** It came to its end, but for an order that could not be read: that is said, and it is asked for again. */
export async function endReading(owner: Database, reading: Reading): Promise<void> {
  const { unreadable, resync_since } = reading;
  const ended = unreadable === null ? { ended_at: sql<Date>`now()` } : {};
  const none = { reading_since: null, reading_after: null, reading_unreadable: null };
  const read = resync_since === null ? { reading_read: 0 } : {};
  const over = { leased_until: null, last_error: unreadable, ...none, ...read, ...ended };
  await changeRows(owner, 'shopify_polls', rowOf(reading), over);
}

/** The store's row, unless another reader has claimed it since. */
const rowOf = ({ shop_id, shop_domain, reader }: Held) => ({ shop_id, shop_domain, reader });
