import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import type { Services } from '../../platform/http/services.ts';
import { runDetached } from '../../platform/logging/spans.ts';

export type Unverified = { count: number; last_at: Date };

/** The shortest time between two writes of a shop's row, in ms. */
const EVERY_MS = 10_000;

/**
 * Counts in memory and calls `handOn` at most once every `every_ms`, so that a flood causes few writes.
 * Counts whose write failed are retained; a crash loses them.
 */
export function coalesced(
  handOn: (shop_id: number, counted: Unverified) => Promise<void>,
  every_ms = EVERY_MS,
): (shop_id: number, at: Date) => void {
  const counts = new Map<number, Unverified>();
  let resting = false;

  const add = (shop_id: number, { count, last_at }: Unverified) => {
    const before = counts.get(shop_id)?.count ?? 0;
    counts.set(shop_id, { count: before + count, last_at });
  };
  const flush = () => {
    if (counts.size === 0) {
      resting = false;
      return;
    }
    resting = true;
    for (const [shop_id, counted] of counts) {
      counts.delete(shop_id);
      handOn(shop_id, counted).catch(() => add(shop_id, counted));
    }
    runDetached(() => setTimeout(flush, every_ms).unref());
  };
  return (shop_id, at) => {
    add(shop_id, { count: 1, last_at: at });
    if (!resting) flush();
  };
}

/** Counts a shop's webhooks with a wrong signature, for `shopify status`. */
export function unverifiedWebhooks({ requests, log }: Services): (shop_id: number, at: Date) => void {
  return coalesced(async (shop_id, { count, last_at }) => {
    log.warn({ shop_id, count }, 'shopify webhooks could not be verified');
    await inTransaction(requests, (tx) =>
      sql`select count_unverified_shopify_webhooks(${shop_id}, ${count}, ${last_at})`.execute(tx),
    );
  });
}
