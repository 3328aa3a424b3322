import { runAs } from '../../../server/operations/run-as.ts';
import { assignOrder } from '../../../server/orders/status/assign-order.ts';
import { cancelOrder, moveOrder } from '../../../server/orders/status/move-order.ts';
import { findRow } from '../../../server/platform/database/rows.ts';
import { inTransaction } from '../../../server/platform/database/transactions.ts';
import { attemptOrder, setOut } from '../attempt-order.ts';
import { deliverOrder } from '../deliver-order.ts';
import { idOf } from '../demo-client.ts';
import { importInto, receiveWebhooks } from '../order-steps.ts';
import { act, driverAt, sessionOf } from '../running-day.ts';
import { orderOf, payloadOf } from './history-orders.ts';
import type { DeliveryPlan, HistoryDay, HistoryOrder } from './history-plan.ts';
import { type Event, type History, shortlyBefore } from './running-history.ts';

/** Returns the arrival, dispatch and outcome of a day's orders. */
export function orderEvents(history: History, { orders }: HistoryDay): Event[] {
  const imported = orders.filter(({ arrival }) => arrival.by === 'export');
  const files = [...new Set(imported.map(({ arrival }) => arrival.at.getTime()))];
  const inFile = (at: number) => imported.filter(({ arrival }) => arrival.at.getTime() === at).map(orderOf);
  return [
    ...files.map((at) => ({ at: new Date(at), run: () => importInto(history, inFile(at)) })),
    ...orders.flatMap((order) => eventsOf(history, order)),
  ];
}

function eventsOf(history: History, order: HistoryOrder): Event[] {
  const { arrival, outcome } = order;
  const cancelled = (at: Date): Event => ({ at, run: () => cancel(history, order) });
  const events: Event[] =
    arrival.by === 'webhook' ? [{ at: arrival.at, run: () => receive(history, order) }] : [];
  if ('undelivered' in outcome) {
    const { undelivered } = outcome;
    const sent = { ...undelivered, sets_out: false };
    return [
      ...events,
      { at: undelivered.out_at, run: () => sendOut(history, order, sent) },
      { at: undelivered.attempt.at, run: () => attemptInVain(history, order, undelivered) },
      cancelled(undelivered.cancelled_at),
    ];
  }
  if (!('driver' in outcome)) return [...events, cancelled(outcome.cancelled_at)];
  const { conflict } = outcome;
  events.push({ at: outcome.out_at, run: () => sendOut(history, order, outcome) });
  const { attempt } = outcome;
  if (attempt) {
    events.push({ at: attempt.at, run: () => attemptInVain(history, order, outcome) });
    events.push({ at: attempt.again_at, run: () => sendOutAgain(history, order, outcome) });
  }
  if (conflict) events.push(cancelled(conflict.cancelled_at));
  events.push({ at: outcome.recorded_at, run: () => deliver(history, order, outcome) });
  if (conflict) events.push({ at: conflict.reviewed_at, run: () => review(history, order, conflict.reason) });
  return events;
}

function receive(history: History, order: HistoryOrder): Promise<void> {
  const webhook = { name: order.order_number, payload: payloadOf(order), received_at: order.arrival.at };
  return receiveWebhooks(history, [webhook], history.clock);
}

/** Returns the order's present state; undefined if a visitor has prevented its arrival. */
function stateOf({ owner, server: { shop_id } }: History, { order_number }: HistoryOrder) {
  return findRow(owner, 'orders', { shop_id, order_number }, ['id', 'status', 'version']);
}

async function sendOut(
  history: History,
  order: HistoryOrder,
  { driver, out_at, sets_out }: Pick<DeliveryPlan, 'driver' | 'out_at' | 'sets_out'>,
): Promise<void> {
  const { owner, server, clock } = history;
  const known = await stateOf(history, order);
  if (known?.status !== 'picking') return;
  const { driver_id } = driverAt(history, driver);
  await inTransaction(owner, async (tx) => {
    await runAs(tx, server, assignOrder, { order_id: known.id, driver_id }, clock());
    const to = sets_out ? 'dispatched' : 'dispatching';
    await runAs(tx, server, moveOrder, { order_id: known.id, to }, clock());
  });
  const out = { driver, order_ids: [known.id], after_attempt: false, when: shortlyBefore(out_at) };
  if (sets_out) await setOut(history, order.order_number, out);
}

const NOTES_BY_REASON: Readonly<Record<string, string>> = {
  wrong_address: 'The tower has two entrances',
  customer_refused: 'لا تريد الطلب بعد الآن',
  other: 'The box was not in the van',
};

async function attemptInVain(
  history: History,
  order: HistoryOrder,
  { driver, attempt }: Pick<DeliveryPlan, 'driver'> & { attempt: { at: Date; reason: string } | null },
): Promise<void> {
  const known = await stateOf(history, order);
  if (!attempt || known?.status !== 'dispatching') return;
  const { reason } = attempt;
  await attemptOrder(history, {
    order_id: known.id,
    order_number: order.order_number,
    driver,
    when: shortlyBefore(attempt.at),
    reason,
    note: NOTES_BY_REASON[reason] ?? null,
    next: null,
    has_photo: reason === 'nobody_home' || reason === 'damaged',
  });
}

/** The customer came after all, or the desk sends the order out again. */
async function sendOutAgain(
  history: History,
  order: HistoryOrder,
  { driver, attempt }: DeliveryPlan,
): Promise<void> {
  const known = await stateOf(history, order);
  if (!attempt || known?.status !== 'dispatched') return;
  if (attempt.again_by === 'desk') {
    await act(history, moveOrder, { order_id: known.id, to: 'dispatching' });
    return;
  }
  const out = { driver, order_ids: [known.id], after_attempt: true, when: shortlyBefore(attempt.again_at) };
  await setOut(history, `${order.order_number} again`, out);
}

async function cancel(history: History, order: HistoryOrder): Promise<void> {
  const known = await stateOf(history, order);
  if (!known || known.status === 'cancelled' || known.status === 'completed') return;
  await act(history, cancelOrder, { order_id: known.id });
}

async function deliver(
  history: History,
  order: HistoryOrder,
  { driver, tender, delivered_at, recorded_at }: DeliveryPlan,
): Promise<void> {
  const known = await stateOf(history, order);
  if (!known || known.status === 'completed') return;
  await deliverOrder(history, {
    ...order.purchase,
    order_id: known.id,
    order_number: order.order_number,
    driver,
    tender,
    delivered_at: delivered_at < recorded_at ? delivered_at : shortlyBefore(delivered_at),
  });
}

/** A manager reviews a delivery of a cancelled order. */
async function review(history: History, order: HistoryOrder, reason: string): Promise<void> {
  const { shop_id } = history.shop;
  const known = await stateOf(history, order);
  const open =
    known &&
    (await findRow(history.owner, 'conflicts_to_review', { shop_id, order_id: known.id }, ['conflict_id']));
  if (!open) return;
  const session = await sessionOf(history, history.manager.email);
  await history.client.command(session, '/api/desk/orders/review', idOf(`review ${order.order_number}`), {
    orders: [{ order_id: known.id, version: known.version, conflict_id: open.conflict_id }],
    reason,
  });
}
