import { sql } from 'kysely';
import type { Change, Operation } from '../operations/operation.ts';
import { byServer } from '../operations/run-as.ts';
import type { System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { failedAttempt, inMs, isDue } from './backoff.ts';
import { fulfilOrder } from './fulfil-order.ts';
import type { ShopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';
import { storeChange } from './store-change.ts';
import { CLAIM_MS, type WorkOptions, workOff } from './work-off.ts';

type Claimed = { shop_id: number; order_id: string; attempts: number; external_id: string | null };

/**
 * Fulfils in a shop's store what is delivered and waits for it, newest first: somebody may be waiting for that one. A store that keeps
 * asking to wait may take longer than a claim holds: then two work at it, and `fulfilOrder` finds what the other did.
 */
export function fulfilOrders(options: WorkOptions, shop_id: number): Promise<number> {
  const { owner } = options;
  return workOff(options, shop_id, {
    claim,
    async work(api, claimed) {
      await fulfilClaimed(api, claimed);
      await byServer(owner, shop_id, recordDone, claimed);
      return 'done';
    },
    recordFailure: (claimed, failure) => byServer(owner, shop_id, recordFailure, { claimed, failure }),
    stops: () => 'everything',
    told: { ended: 'order fulfilled in Shopify', failed: 'order not fulfilled in Shopify' },
  });
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
