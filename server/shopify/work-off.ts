import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { type Stops, stopStore } from './connection.ts';
import type { ShopifyApi } from './shopify-api.ts';
import { asShopifyError, type ShopifyError } from './shopify-error.ts';
import { reachStore, type StoreOptions } from './store-session.ts';

/** Longer than attempts take; whoever dies with a claim leaves it to others after this. */
export const CLAIM_MS = 180_000;

export type WorkOptions = StoreOptions & { log: Log };

/** Rows of one kind that wait for a shop's store. */
export type WaitingRows<C extends { order_id: string }> = {
  /** Takes the next one for itself for CLAIM_MS; undefined when nothing is due. */
  claim(owner: Database, shop_id: number): Promise<C | undefined>;
  /** Asks the store, without holding a transaction, and writes the end. Throws what `asShopifyError` tells apart. */
  work(api: ShopifyApi, claimed: C): Promise<'done' | 'listed'>;
  recordFailure(claimed: C, failure: ShopifyError): Promise<void>;
  /** What stops where Shopify refuses what it was asked with. */
  stops(failure: ShopifyError): Stops;
  /** What the log says of an end, and of an attempt that failed. */
  told: { ended: string; failed: string };
};

/**
 * Works off what is due, each row claimed first and its end written. Where Shopify refuses, or cannot be reached, the rest waits: it
 * would have no better luck now. Answers how many are done. Throws what the database throws.
 */
export async function workOff<C extends { order_id: string }>(
  options: WorkOptions,
  shop_id: number,
  { claim, work, recordFailure, stops, told }: WaitingRows<C>,
): Promise<number> {
  const { owner, log } = options;
  const reached = await reachStore(options, shop_id);
  if (!reached) return 0;
  let done = 0;
  for (let claimed = await claim(owner, shop_id); claimed; claimed = await claim(owner, shop_id)) {
    const { order_id } = claimed;
    try {
      const status = await work(reached.api, claimed);
      if (status === 'done') done += 1;
      log.info({ shop_id, order_id, status }, told.ended);
    } catch (error) {
      const failure = asShopifyError(error);
      log.warn({ shop_id, order_id, kind: failure.kind }, told.failed);
      await recordFailure(claimed, failure);
      if (failure.kind === 'refused') {
        await stopStore(owner, reached.connection, failure.message, stops(failure));
      }
      if (failure.kind !== 'rejected') return done;
    }
  }
  return done;
}
