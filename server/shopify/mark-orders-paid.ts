import { sql, type UpdateObject } from 'kysely';
import type { Facts } from '../audit/audit-event.ts';
import type { Operation } from '../operations/operation.ts';
import { byServer } from '../operations/run-as.ts';
import type { System } from '../platform/actor.ts';
import type { Database, Tables, Tx } from '../platform/database/database.ts';
import { failedAttempt, inMs, isDue } from './backoff.ts';
import { markOrderPaid, type Outstanding, readOutstanding } from './mark-order-paid.ts';
import type { ShopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';
import { storeChange } from './store-change.ts';
import { CLAIM_MS, type WorkOptions, workOff } from './work-off.ts';

type Claimed = {
  shop_id: number;
  confirmation_id: string;
  order_id: string;
  collected_fils: number;
  conflict: boolean;
  asked_at: Date | null;
  attempts: number;
  external_id: string;
};
type Settled = { status: 'done' | 'listed'; outstanding_fils: number };

/**
 * Marks in a shop's store as paid what drivers took at the door, once, and only where they took what the store says is outstanding;
 * everything else is listed (ruling G10). Where the app may not mark, only marking stops. Answers how many were marked.
 * Throws what the database throws.
 */
export function markOrdersPaid(options: WorkOptions, shop_id: number): Promise<number> {
  const { owner } = options;
  return workOff(options, shop_id, {
    claim,
    async work(api, claimed) {
      const settled = await settle(owner, api, claimed);
      const columns = { ...settled, last_error: null, done_at: sql<Date>`now()` };
      await byServer(owner, shop_id, record, { claimed, columns, end: settled });
      return settled.status;
    },
    recordFailure: (claimed, failure) =>
      byServer(owner, shop_id, record, { claimed, ...afterFailure(claimed, failure) }),
    // Credentials that are refused stop everything; a scope that is missing stops marking only.
    stops: ({ status }) => (status === null ? 'marking' : 'everything'),
    told: { ended: 'payment settled with Shopify', failed: 'order not marked as paid in Shopify' },
  });
}

/** The shops that have something due and a store that may be asked. */
export async function shopsToMark(owner: Database): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from shopify_connections c
    where refused_at is null and marking_refused_because is null and exists (
      select from store_payments p
      where p.shop_id = c.shop_id and p.status = 'waiting' and ${isDue('p.next_attempt_at')})`.execute(owner);
  return rows.map(({ shop_id }) => shop_id);
}

async function claim(owner: Database, shop_id: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update store_payments p set attempts = p.attempts + 1, next_attempt_at = ${inMs(CLAIM_MS)}
    from orders o
    where o.shop_id = p.shop_id and o.id = p.order_id and (p.shop_id, p.confirmation_id) = (
      select w.shop_id, w.confirmation_id from store_payments w
      join shopify_connections c on c.shop_id = w.shop_id
      where w.shop_id = ${shop_id} and w.status = 'waiting' and ${isDue('w.next_attempt_at')}
        and c.marking_refused_because is null
      order by w.attempts, w.created_at limit 1 for update of w skip locked)
    returning p.shop_id, p.confirmation_id, p.order_id, p.collected_fils, p.conflict, p.asked_at, p.attempts,
      o.external_id`.execute(owner);
  return rows[0];
}

/**
 * Looks first: the store may have been told otherwise, or have done what it was asked without anybody hearing of it. That it is
 * asked is kept before it is asked.
 */
async function settle(owner: Database, api: ShopifyApi, claimed: Claimed): Promise<Settled> {
  const { external_id, asked_at } = claimed;
  if (!/^\d+$/.test(external_id)) {
    throw new ShopifyError('rejected', 'The order came without an id of Shopify');
  }
  const there = await readOutstanding(api, external_id);
  const { outstanding_fils } = there;
  if (asked_at !== null && outstanding_fils === 0) return { status: 'done', outstanding_fils };
  if (!mayMark(claimed, there)) return { status: 'listed', outstanding_fils };
  await recordAsked(owner, claimed);
  await markOrderPaid(api, external_id);
  return { status: 'done', outstanding_fils: 0 };
}

/** The store books all that is outstanding, so that has to be what was collected. */
function mayMark({ conflict, collected_fils }: Claimed, { outstanding_fils, payable }: Outstanding): boolean {
  return !conflict && payable && collected_fils === outstanding_fils;
}

function rowOf(database: Database | Tx, { shop_id, confirmation_id }: Claimed) {
  return database
    .updateTable('store_payments')
    .where('shop_id', '=', shop_id)
    .where('confirmation_id', '=', confirmation_id)
    .where('status', '=', 'waiting');
}

async function recordAsked(owner: Database, claimed: Claimed): Promise<void> {
  await rowOf(owner, claimed).set({ asked_at: sql<Date>`coalesce(asked_at, now())` }).execute();
}

/** Only an answer that did not come leaves it open whether it was marked: after any other the store has not done it. */
function afterFailure({ attempts, asked_at }: Claimed, failure: ShopifyError): Attempted {
  const { given_up, columns } = failedAttempt(attempts, failure);
  return {
    columns: { ...columns, ...(failure.kind === 'unavailable' ? {} : { asked_at }) },
    end: given_up ? { status: 'failed' } : null,
  };
}

/** What is kept of an attempt, and what the audit says where it was the last; what is tried again changes nothing for anybody yet. */
type Attempted = { columns: UpdateObject<Tables, 'store_payments'>; end: Facts | null };

async function record(
  tx: Tx,
  _actor: System,
  { claimed, columns, end }: Attempted & { claimed: Claimed },
  { changed, unchanged }: Operation,
): Promise<void> {
  const { numUpdatedRows } = await rowOf(tx, claimed).set(columns).executeTakeFirst();
  const { confirmation_id, order_id, collected_fils } = claimed;
  const before = { status: 'waiting', collected_fils };
  if (end && numUpdatedRows === 1n) {
    changed(storeChange('mark_order_paid', confirmation_id, { before, after: end, order_id }));
  } else unchanged();
}
