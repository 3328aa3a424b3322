import { sql } from 'kysely';
import type { Change, Operation } from '../operations/operation.ts';
import { byServer } from '../operations/run-as.ts';
import type { System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { failedAttempt, inMs, isDue } from './backoff.ts';
import { stopStore } from './connection.ts';
import { fulfilOrder } from './fulfil-order.ts';
import type { ShopifyApi } from './shopify-api.ts';
import { asShopifyError, ShopifyError } from './shopify-error.ts';
import { storeChange } from './store-change.ts';
import { reachStore, type StoreOptions } from './store-session.ts';

/**
 * Longer than attempts take; whoever dies with a claim leaves it to others after this. A store that keeps asking to wait may take
 * longer yet: then two work at it, and `fulfilOrder` finds what the other did.
 */
const CLAIM_MS = 180_000;

type Claimed = { shop_id: number; order_id: string; attempts: number; external_id: string | null };

/**
 * Fulfils in a shop's store what is delivered and waits for it, newest first: somebody may be waiting for that one. Each row is
 * claimed, worked without holding a transaction, and its end written. Where Shopify refuses the credentials nothing more
 * is sent. Answers how many were done. Throws what the database throws.
 */
export async function fulfilOrders(options: StoreOptions & { log: Log }, shop_id: number): Promise<number> {
  const { owner, log } = options;
  const reached = await reachStore(options, shop_id);
  if (!reached) return 0;
  const { connection, api } = reached;
  let done = 0;
  for (let claimed = await claim(owner, shop_id); claimed; claimed = await claim(owner, shop_id)) {
    try {
      await fulfilClaimed(api, claimed);
      await byServer(owner, shop_id, recordDone, claimed);
      done += 1;
      log.info({ shop_id, order_id: claimed.order_id }, 'order fulfilled in Shopify');
    } catch (error) {
      const failure = asShopifyError(error);
      log.warn({ shop_id, order_id: claimed.order_id, kind: failure.kind }, 'order not fulfilled in Shopify');
      await byServer(owner, shop_id, recordFailure, { claimed, failure });
      if (failure.kind === 'refused') await stopStore(owner, connection, failure.message);
      // The next one would have no better luck now.
      if (failure.kind !== 'rejected') return done;
    }
  }
  return done;
}

/** The shops that have something due and a store that may be asked. */
export async function shopsToFulfil(owner: Database): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from shopify_connections c
    where refused_at is null and exists (
      select from order_fulfilments f
      where f.shop_id = c.shop_id and f.status = 'waiting' and ${isDue('f.next_attempt_at')})`.execute(owner);
  return rows.map(({ shop_id }) => shop_id);
}

async function claim(owner: Database, shop_id: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update order_fulfilments f set attempts = f.attempts + 1, next_attempt_at = ${inMs(CLAIM_MS)}
    from orders o
    where o.shop_id = f.shop_id and o.id = f.order_id and (f.shop_id, f.order_id) = (
      select shop_id, order_id from order_fulfilments
      where shop_id = ${shop_id} and status = 'waiting' and ${isDue('next_attempt_at')}
      order by attempts, created_at desc limit 1 for update skip locked)
    returning f.shop_id, f.order_id, f.attempts, o.external_id`.execute(owner);
  return rows[0];
}

async function fulfilClaimed(api: ShopifyApi, { external_id }: Claimed): Promise<void> {
  if (external_id === null || !/^\d+$/.test(external_id)) {
    throw new ShopifyError('rejected', 'The order came without an id of Shopify');
  }
  await fulfilOrder(api, external_id);
}

async function recordDone(
  tx: Tx,
  _actor: System,
  { shop_id, order_id }: Claimed,
  { changed, unchanged }: Operation,
): Promise<void> {
  const done = await tx
    .updateTable('order_fulfilments')
    .set({ status: 'done', done_at: sql`now()`, last_error: null })
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order_id)
    // Two may have worked at it.
    .where('status', '<>', 'done')
    .executeTakeFirst();
  if (done.numUpdatedRows === 1n) changed(endOf(order_id, 'done'));
  else unchanged();
}

/** What is tried again later changes nothing for anybody yet. */
async function recordFailure(
  tx: Tx,
  _actor: System,
  { claimed, failure }: { claimed: Claimed; failure: ShopifyError },
  { changed, unchanged }: Operation,
): Promise<void> {
  const { shop_id, order_id, attempts } = claimed;
  const { given_up, columns } = failedAttempt(attempts, failure);
  const failed = await tx
    .updateTable('order_fulfilments')
    .set(columns)
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order_id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (given_up && failed.numUpdatedRows === 1n) changed(endOf(order_id, 'failed'));
  else unchanged();
}

function endOf(order_id: string, status: 'done' | 'failed'): Change {
  return storeChange('fulfil_order', order_id, {
    before: { status: 'waiting' },
    after: { status },
    order_id,
  });
}
