import { runAs } from '../../server/operations/run-as.ts';
import { assignOrder } from '../../server/orders/assign-order.ts';
import { importOrders } from '../../server/orders/import-orders.ts';
import { cancelOrder, moveOrder } from '../../server/orders/move-order.ts';
import { addUnlessThere, findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { silentLog } from '../../server/platform/log.ts';
import { workWebhooks } from '../../server/shopify/work-webhooks.ts';
import { deliverOrder } from './deliver-order.ts';
import { idOf } from './demo-client.ts';
import { emailOf } from './demo-staff.ts';
import { exportOf, payloadOf } from './history-orders.ts';
import type { DeliveryPlan, HistoryDay, HistoryOrder } from './history-plan.ts';
import { sessionOf } from './running-day.ts';
import { type Event, type History, personAt, shortlyBefore } from './running-history.ts';

/** How the orders of a day come in, go out, and end. */
export function orderEvents(history: History, { orders }: HistoryDay): Event[] {
  const exported = orders.filter(({ told }) => told.by === 'export');
  const files = [...new Set(exported.map(({ told }) => told.at.getTime()))];
  return [
    ...files.map((at) => ({
      at: new Date(at),
      run: () =>
        importFile(
          history,
          exported.filter(({ told }) => told.at.getTime() === at),
        ),
    })),
    ...orders.flatMap((order): Event[] => {
      const { told, fate } = order;
      const telling = told.by === 'webhook' ? [{ at: told.at, run: () => tell(history, order) }] : [];
      if (!('driver' in fate)) {
        return [...telling, { at: fate.cancelled_at, run: () => cancel(history, order) }];
      }
      const { conflict } = fate;
      return [
        ...telling,
        { at: fate.out_at, run: () => sendOut(history, order, fate) },
        ...(conflict ? [{ at: conflict.cancelled_at, run: () => cancel(history, order) }] : []),
        { at: fate.recorded_at, run: () => deliver(history, order, fate) },
        ...(conflict
          ? [{ at: conflict.reviewed_at, run: () => review(history, order, conflict.reason) }]
          : []),
      ];
    }),
  ];
}

async function importFile({ owner, server }: History, orders: readonly HistoryOrder[]): Promise<void> {
  const summary = await importOrders(owner, server, exportOf(orders), {
    on_finding: ({ kind, order_number, reason }) => {
      if (kind === 'bad')
        throw new Error(`Order ${order_number} of the demo's history is damaged: ${reason}`);
    },
  });
  if (summary.unreadable !== null) throw new Error(summary.unreadable);
}

async function tell({ owner, server: { shop_id }, clock }: History, order: HistoryOrder): Promise<void> {
  const webhook_id = `demo-${order.order_number}`;
  const inbox = {
    shop_id,
    webhook_id,
    id: idOf(`webhook ${order.order_number}`),
    topic: 'orders/create',
    payload: payloadOf(order),
    received_at: order.told.at,
  };
  await addUnlessThere(owner, 'shopify_webhooks', inbox);
  await workWebhooks(owner, silentLog, { shop_id, webhook_ids: [webhook_id], now: clock });
}

/** Null where it is not here: somebody has kept it from being told. */
function asItStands({ owner, server: { shop_id } }: History, { order_number }: HistoryOrder) {
  return findRow(owner, 'orders', { shop_id, order_number }, ['id', 'status', 'version', 'driver_id']);
}

async function sendOut(history: History, order: HistoryOrder, { driver }: DeliveryPlan): Promise<void> {
  const { owner, server, clock } = history;
  const known = await asItStands(history, order);
  if (known?.status !== 'picking') return;
  const { driver_id } = personAt(history, driver);
  await inTransaction(owner, async (tx) => {
    await runAs(tx, server, assignOrder, { order_id: known.id, driver_id }, clock());
    await runAs(tx, server, moveOrder, { order_id: known.id, to: 'dispatching' }, clock());
  });
}

async function cancel(history: History, order: HistoryOrder): Promise<void> {
  const { owner, server, clock } = history;
  const known = await asItStands(history, order);
  if (!known || known.status === 'cancelled' || known.status === 'completed') return;
  await inTransaction(owner, (tx) => runAs(tx, server, cancelOrder, { order_id: known.id }, clock()));
}

async function deliver(
  history: History,
  order: HistoryOrder,
  { driver, tender, delivered_at, recorded_at }: DeliveryPlan,
): Promise<void> {
  const known = await asItStands(history, order);
  if (!known || known.status === 'completed') return;
  const { customer, payment_method, ...purchase } = order.purchase;
  const { total_amount_fils } = purchase;
  await deliverOrder(history, {
    ...purchase,
    order_id: known.id,
    order_number: order.order_number,
    driver: personAt(history, driver),
    customer_name: `${customer.first_name} ${customer.last_name}`,
    due_amount_fils: payment_method === 'online' ? 0 : total_amount_fils,
    tender,
    delivered_at: delivered_at < recorded_at ? delivered_at : shortlyBefore(delivered_at),
  });
}

/** A manager has looked at what was delivered though it had been cancelled. */
async function review(history: History, order: HistoryOrder, reason: string): Promise<void> {
  const {
    owner,
    server: { shop_id },
  } = history;
  const known = await asItStands(history, order);
  const open =
    known && (await findRow(owner, 'conflicts_to_review', { shop_id, order_id: known.id }, ['conflict_id']));
  if (!open) return;
  const session = await sessionOf(history, emailOf('manager'));
  await history.client.command(session, '/api/desk/orders/review', idOf(`review ${order.order_number}`), {
    orders: [{ order_id: known.id, version: known.version, conflict_id: open.conflict_id }],
    reason,
  });
}
