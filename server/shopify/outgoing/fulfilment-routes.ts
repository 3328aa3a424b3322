import { setTimeout as delay } from 'node:timers/promises';
import { nudgeFulfilments } from '../../orders/nudge-fulfilments.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { type App, addWaitingEndpoint } from '../../platform/http/endpoint.ts';
import type { Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';

/** How long the browser is kept waiting for the job that fulfils the order, in ms. */
const WAIT_MS_MAX = 3_000;
const LOOK_EVERY_MS = 150;

/** The specification's words (section 8). */
const FAILED = 'Order completed but Shopify fulfillment failed. Please contact support.';

type Standing = 'not_connected' | 'waiting' | 'done' | 'failed';

/**
 * `fulfill-shopify-order`: what is to be fulfilled was written with the delivery and a job does it; this waits a moment for the
 * job and answers how it stands, with the warning when it failed or is slow. The order stays completed and the job goes on. Without
 * a store it says so, without a warning: nothing has failed.
 */
export function fulfilmentRoutes(app: App, services: Services, wait_ms_max = WAIT_MS_MAX): void {
  addWaitingEndpoint(app, services, 'fulfill_shopify_order', async ({ body, within }) => {
    const until = performance.now() + wait_ms_max;
    let standing = await within(async (tx, actor) => {
      await assertCompleted(tx, actor, body.order_id);
      const first = await standingOf(tx, actor.shop_id, body.order_id);
      if (first === 'waiting') await nudgeFulfilments(tx, actor.shop_id);
      return first;
    });
    while (standing === 'waiting' && performance.now() + LOOK_EVERY_MS < until) {
      await delay(LOOK_EVERY_MS);
      standing = await within((tx, actor) => standingOf(tx, actor.shop_id, body.order_id));
    }
    const warned = standing === 'waiting' || standing === 'failed';
    return { success: standing !== 'failed', status: standing, ...(warned ? { warning: FAILED } : {}) };
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

/** Failed is also what will be tried again, and what a store that refuses us cannot be asked. */
async function standingOf(tx: Tx, shop_id: number, order_id: string): Promise<Standing> {
  const { store } = await oneRow(tx, sql<{ store: string | null }>`select own_shopify_state() as store`);
  const fulfilment = await findRow(tx, 'order_fulfilments', { shop_id, order_id }, ['status', 'last_error']);
  if (fulfilment?.status === 'done') return 'done';
  if (store === null || !fulfilment) return 'not_connected';
  const failed = store === 'refused' || fulfilment.status === 'failed' || fulfilment.last_error !== null;
  return failed ? 'failed' : 'waiting';
}
