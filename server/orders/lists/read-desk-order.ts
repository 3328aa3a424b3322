import type {
  DeskDelivery,
  OrderPage,
} from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { readRoute } from '../../operations/route.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import type { OrderKey } from '../lock-shop-order.ts';
import { othersWithNumber } from '../orders-by-number.ts';
import { isCancelledInStore } from '../status/reopen-order.ts';
import { attemptsOf } from './attempts-at-desk.ts';
import { toTimeline } from './desk-timeline.ts';
import { toItem, toOrder } from './order-queries.ts';
import { type OrderStory, readOrderStory } from './shop-order-list.ts';

/**
 * Reads one order for the desk: its history and amounts, the proofs, and its state in the store. Throws
 * `not_found`.
 */
export async function readDeskOrder(tx: Tx, key: OrderKey): Promise<OrderPage> {
  const there = await findRow(tx, 'orders', { shop_id: key.shop_id, id: key.order_id }, ['id']);
  if (!there) throw Problem.about('not_found', { what: 'order_id' });
  const [story, attempts, proofs, payments, former_amounts, fulfilment, cancelled_in_store, conflict] =
    await Promise.all([
      readOrderStory(tx, key),
      attemptsOf(tx, key),
      proofsOf(tx, key),
      storePaymentsOf(tx, key),
      formerAmountsOf(tx, key),
      fulfilmentOf(tx, key),
      isCancelledInStore(tx, key),
      findRow(tx, 'conflicts_to_review', { shop_id: key.shop_id, order_id: key.order_id }, ['conflict_id']),
    ]);
  const { order, items, assignments, confirmations } = story;
  // Loaded with the first delivered order, to keep the server's start short.
  const paid =
    confirmations.length === 0
      ? null
      : await (await import('./payments-of-order.ts')).paymentsOfOrder(tx, key);
  const correctable =
    confirmations.length === 0
      ? null
      : await (await import('../corrections/correctable-deliveries.ts')).correctableDeliveries(tx, key);
  const same_number = await othersWithNumber(tx, key.shop_id, order);
  return {
    same_number,
    order: {
      ...(await toOrder(order)),
      version: order.version,
      payment_names: order.payment_names,
      shortened: order.shortened,
      external_id: order.external_id,
      area: order.area,
      promised_at: order.promised_at?.toISOString() ?? null,
      driver: order.driver,
      conflict_id: conflict?.conflict_id ?? null,
      cancelled_in_store,
      erased_at: order.erased_at?.toISOString() ?? null,
    },
    items: items.map(toItem),
    former_amounts,
    assignments: assignments.map(({ assigned_at, ended_at, ...assignment }) => ({
      ...assignment,
      assigned_at: assigned_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    })),
    deliveries: confirmations.map((row) => ({
      ...toDelivery(row, proofs, payments),
      taking: paid?.takings.get(row.id) ?? null,
      ...(correctable?.has(row.id) && { correctable: correctable.get(row.id) }),
    })),
    payments: paid?.payments ?? null,
    attempts,
    history: toTimeline(story),
    fulfilment: order.external_id === null ? null : fulfilment,
  };
}

export const readDeskOrderRoute = readRoute('read_desk_order', ({ tx, actor: { shop_id }, query }) =>
  readDeskOrder(tx, { shop_id, order_id: query.order_id }),
);

function toDelivery(
  { delivered_at, recorded_at, erased_at, ...row }: OrderStory['confirmations'][number],
  proofs: Awaited<ReturnType<typeof proofsOf>>,
  payments: Awaited<ReturnType<typeof storePaymentsOf>>,
): DeskDelivery {
  const proof = proofs.get(row.id);
  if (!proof) throw new Error('the delivery has no proofs');
  return {
    ...row,
    delivered_at: delivered_at.toISOString(),
    recorded_at: recorded_at.toISOString(),
    erased_at: erased_at?.toISOString() ?? null,
    ...proof,
    store_payment: payments.get(row.id) ?? null,
  };
}

/** The exact versions of photo and note with which each confirmation was recorded. */
async function proofsOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  type Proofs = Record<'id' | 'photo_path' | 'photo_sha256' | 'note_path' | 'note_sha256', string>;
  const { rows } = await sql<Proofs>`
    select f.id, photo.path as photo_path, photo.sha256 as photo_sha256, note.path as note_path, note.sha256 as note_sha256
    from delivery_confirmations f
    join files photo on photo.shop_id = f.shop_id and photo.id = f.delivery_image_file_id
    join files note on note.shop_id = f.shop_id and note.id = f.delivery_note_file_id
    where f.shop_id = ${shop_id} and f.order_id = ${order_id}`.execute(tx);
  const bucket = 'order-deliveries' as const;
  return new Map(
    rows.map((row) => [
      row.id,
      {
        photo: { bucket, path: row.photo_path, sha256: row.photo_sha256 },
        note: { bucket, path: row.note_path, sha256: row.note_sha256 },
      },
    ]),
  );
}

type StorePayment = NonNullable<DeskDelivery['store_payment']>;

async function storePaymentsOf(tx: Tx, { order_id }: OrderKey): Promise<Map<string, StorePayment>> {
  const query = sql<StorePayment & { confirmation_id: string }>`
    select * from store_payments_of_order(${order_id}::uuid)`;
  const { rows } = await query.execute(tx);
  return new Map(rows.map(({ confirmation_id, ...payment }) => [confirmation_id, payment]));
}

async function formerAmountsOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  const { rows } = await sql<{ due_amount_fils: number; replaced_at: Date }>`
    select due_amount_fils, replaced_at from order_amounts
    where shop_id = ${shop_id} and order_id = ${order_id} order by replaced_at desc`.execute(tx);
  return rows.map(({ due_amount_fils, replaced_at }) => ({
    due_amount_fils,
    replaced_at: replaced_at.toISOString(),
  }));
}

/**
 * Returns null without a pending fulfilment, and if no store is connected, since no store is then notified.
 */
async function fulfilmentOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  const connected = sql<{ is: boolean }>`select own_shopify_state() is not null as is`;
  const [{ is }, row] = await Promise.all([
    oneRow(tx, connected),
    findRow(tx, 'order_fulfilments', { shop_id, order_id }, ['status', 'attempts', 'done_at']),
  ]);
  if (!is || !row) return null;
  return { ...row, done_at: row.done_at?.toISOString() ?? null };
}
