import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { RecurringJob } from '../platform/jobs/jobs.ts';
import { machineNow } from '../platform/machine.ts';
import { fulfilOrders, shopsToFulfil } from './outgoing/fulfil-orders.ts';
import { markOrdersPaid, shopsToMark } from './outgoing/mark-orders-paid.ts';
import { shopsToSync } from './polling/store-reading.ts';
import { type SyncOptions, syncStore } from './polling/sync-store.ts';
import { dropPayloads, processWebhooks } from './webhooks/process-webhooks.ts';

/**
 * Within a minute, sweepers find work whose nudge was lost or whose retry is due. Old payloads are dropped
 * once a day.
 */
export const SHOPIFY_SWEEPERS: readonly RecurringJob[] = [
  { task: 'fulfil-orders', every_ms: 60_000 },
  { task: 'work-shopify-webhooks', every_ms: 60_000 },
  { task: 'mark-orders-paid', every_ms: 60_000 },
  { task: 'keep-in-step-with-shopify', every_ms: 60_000 },
  { task: 'drop-shopify-payloads', every_ms: 24 * 3_600_000 },
];

/** The payload of a job: a nudge has its shop, a sweeper's job has none. */
const nudge = z.object({ shop_id: z.number().int().optional() });

function shopOf(payload: unknown): number | undefined {
  const parsed = nudge.safeParse(payload);
  return parsed.success ? parsed.data.shop_id : undefined;
}

export function shopifyTasks(options: SyncOptions): TaskList {
  const { owner, log, now = machineNow } = options;
  const fulfil = oneAtATime<number>(async (shop_id) => {
    await fulfilOrders(options, shop_id);
  });
  const inStep = oneAtATime<'stores'>(() => keepAllInStep(options));
  return {
    'fulfil-orders': async (payload) => {
      const shop_id = shopOf(payload);
      const shops = shop_id === undefined ? await shopsToFulfil(owner) : [shop_id];
      for (const shop of shops) await fulfil(shop);
    },
    'work-shopify-webhooks': async (payload) => {
      await processWebhooks(owner, log, { shop_id: shopOf(payload), now });
    },
    'mark-orders-paid': async () => {
      for (const shop of await shopsToMark(owner)) await markOrdersPaid(options, shop);
    },
    'drop-shopify-payloads': async () => {
      const dropped = await dropPayloads(owner, now());
      if (dropped > 0) log.info({ dropped }, 'payloads of old shopify webhooks dropped');
    },
    'keep-in-step-with-shopify': () => inStep('stores'),
  };
}

/** Reads each due store in turn, one slice at a time, until none has more to read. */
async function keepAllInStep(options: SyncOptions): Promise<void> {
  for (let has_more = true; has_more && !options.stopping?.aborted; ) {
    has_more = false;
    for (const shop of await shopsToSync(options.owner)) {
      has_more = (await syncStore(options, shop)) || has_more;
    }
  }
}

/**
 * Runs `work` at most once at a time for each key in this process. A call during a run causes another run
 * afterwards. So a slow store occupies only one of the process's workers, and no request is lost.
 */
export function oneAtATime<Key>(work: (key: Key) => Promise<void>): (key: Key) => Promise<void> {
  const running = new Map<Key, { again: boolean }>();
  return async (key) => {
    const current = running.get(key);
    if (current) {
      current.again = true;
      return;
    }
    const state = { again: true };
    running.set(key, state);
    try {
      while (state.again) {
        state.again = false;
        await work(key);
      }
    } finally {
      running.delete(key);
    }
  };
}
