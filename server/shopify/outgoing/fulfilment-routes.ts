import { setTimeout as delay } from 'node:timers/promises';
import { nudgeFulfilments } from '../../orders/nudge-fulfilments.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { type App, addMultiTransactionEndpoint } from '../../platform/http/endpoint.ts';
import type { Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';

/** The longest time that the request waits for the job that fulfils the order, in ms. */
const WAIT_MS_MAX = 3_000;
const CHECK_EVERY_MS = 150;

/** The text is fixed by the specification (section 8). */
const FAILED = 'Order completed but Shopify fulfillment failed. Please contact support.';

type FulfilmentState = 'not_connected' | 'waiting' | 'done' | 'failed';

/**
 * Adds `fulfill-shopify-order`. The delivery has stored the pending fulfilment, and a job executes it. The
 * endpoint waits briefly for the job and returns its state, with the warning if it failed or is slow. The
 * order stays completed and the job continues. Without a store the response has no warning, since nothing has
 * failed.
 */
export function fulfilmentRoutes(app: App, services: Services, wait_ms_max = WAIT_MS_MAX): void {
  addMultiTransactionEndpoint(app, services, 'fulfill_shopify_order', async ({ body, within }) => {
    const until = performance.now() + wait_ms_max;
    let state = await within(async (tx, actor) => {
      await assertCompleted(tx, actor, body.order_id);
      const first = await stateOf(tx, actor.shop_id, body.order_id);
      if (first === 'waiting') await nudgeFulfilments(tx, actor.shop_id);
      return first;
    });
    while (state === 'waiting' && performance.now() + CHECK_EVERY_MS < until) {
      await delay(CHECK_EVERY_MS);
      state = await within((tx, actor) => stateOf(tx, actor.shop_id, body.order_id));
    }
    const warned = state === 'waiting' || state === 'failed';
    return { success: state !== 'failed', status: state, ...(warned ? { warning: FAILED } : {}) };
  });
}

/** Throws `not_found` or `order_not_completed`. */
async function assertCompleted(tx: Tx, actor: Staff, order_id: string): Promise<void> {
  const { shop_id, role, driver_id } = actor;
  const order = await findRow(tx, 'orders', { shop_id, id: order_id }, ['status', 'driver_id']);
  const allowed = role === 'Manager' || order?.driver_id === driver_id;
  if (!order || !allowed) throw new Problem('not_found');
  if (order.status !== 'completed') throw new Problem('order_not_completed');
}

/** Returns `failed` also for a fulfilment that will be retried, and if the store refuses the credentials. */
async function stateOf(tx: Tx, shop_id: number, order_id: string): Promise<FulfilmentState> {
  const { store } = await oneRow(tx, sql<{ store: string | null }>`select own_shopify_state() as store`);
  const fulfilment = await findRow(tx, 'order_fulfilments', { shop_id, order_id }, ['status', 'last_error']);
  if (fulfilment?.status === 'done') return 'done';
  if (store === null || !fulfilment) return 'not_connected';
  const failed = store === 'refused' || fulfilment.status === 'failed' || fulfilment.last_error !== null;
  return failed ? 'failed' : 'waiting';
}
