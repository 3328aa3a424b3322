import { isOpen } from '../../../contract/rules/orders/order-life.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import type { Operation } from '../../operations/operation.ts';
import { PERSONAL_OF_NEW_ORDER, writeOrders } from '../../orders/contents/write-orders.ts';
import { keepNames } from '../../orders/incoming/own-names.ts';
import { readShopReading } from '../../orders/incoming/shop-reading.ts';
import { changeLocked } from '../../orders/lock-shop-order.ts';
import { findByNumber } from '../../orders/orders-by-number.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { applyCancellation, applyDeletion, DELETED } from '../known-orders/apply-cancellation.ts';
import { applyUpdate, reportHashOf, type Version } from '../known-orders/apply-update.ts';
import { changeOf, type Effect, type ImportResult, NAMELESS, type Names } from '../known-orders/effect.ts';
import { knownOrder } from '../known-orders/known-order.ts';
import { isPossible } from '../webhooks/webhook-headers.ts';
import { isOlder, type Lists, lockVersion, saveVersion } from './order-version.ts';
import { readOrder } from './read-order.ts';
import {
  badField,
  ImportProblem,
  type ImportProblemDetail,
  type OrderHead,
  parsePayload,
  readHead,
  readId,
  readPaymentFacts,
} from './read-payload.ts';

type Webhook = { topic: string; payload: string; triggered_at: Date | null };

/** The topic of a deletion, whose payload has only the order's id. */
const DELETED_TOPIC = 'orders/delete';

/**
 * Applies a webhook to the shop's order. All topics except a deletion carry the whole order, so the payload
 * decides and not the topic: in any sequence and with any repetition, the newest version wins. A deletion is
 * final.
 */
export async function importStoreOrder(
  tx: Tx,
  actor: Actor,
  { topic, payload, triggered_at }: Webhook,
  operation: Operation,
): Promise<ImportResult> {
  const { now, changed, unchanged } = operation;
  const { shop_id } = actor;
  const refused = async (reason: string, names: Names): Promise<ImportResult> => {
    const taken = { outcome: 'not_taken', reason, ...names, external_id: null } as const;
    changed(await changeOf(tx, taken, {}));
    return taken;
  };
  if (topic === DELETED_TOPIC) {
    const deleted = readable(payload, readId);
    return 'not_taken' in deleted
      ? refused(deleted.not_taken, NAMELESS)
      : applyDeletion(tx, actor, deleted.head, operation);
  }
  const read = readable(payload, readHead);
  if ('not_taken' in read) return refused(read.not_taken, NAMELESS);
  const { head } = read;
  const names = namesOf(head);
  // A version from the future would make every later version stale.
  if (!isPossible(head.updated_at, now)) return refused('updated_at: is not a possible time', names);
  const seen = await lockVersion(tx, shop_id, head.id);
  if (seen.deleted_at) {
    unchanged();
    return { outcome: 'left_out', reason: DELETED, ...names };
  }
  const version = { updated_at: head.updated_at, triggered_at };
  if (isOlder(version, seen)) {
    unchanged();
    return { outcome: 'stale', reason: null, ...names };
  }
  const before = await orderOf(tx, shop_id, read);
  const reading = await readShopReading(tx, shop_id);
  const effect = await takeVersion(tx, { actor, seen, order: before, ...read, now, reading });
  const { outcome, reason } = effect;
  const lists = {
    not_taken_because: outcome === 'not_taken' ? reason : (effect.listed_because ?? null),
    left_out_because: effect.left_out_because ?? null,
  };
  const after = await orderOf(tx, shop_id, read);
  await saveVersion(tx, seen, {
    ...version,
    order_id: after?.external_id === head.id ? after.id : null,
    order_number: names.order_number,
    cancelled_at: head.cancelled_at,
    ...lists,
    not_taken_detail: detailOf(lists.not_taken_because, effect.detail),
    taken_word: effect.report_hash ?? seen.taken_word,
  });
  const same_id = before?.external_id === after?.external_id;
  if (outcome === 'unchanged' && same_id && !isRelisted(seen, lists)) unchanged();
  else changed(await changeOf(tx, { ...names, ...effect }, { before, after }));
  return { outcome, reason, ...names };
}

/**
 * Locks the known order of a payload. An order in another currency does not match an order without an id by
 * its number: that one is in AED, and the payload's amounts and cancellation do not apply to it.
 */
async function orderOf(tx: Tx, shop_id: number, { head, payload }: { head: OrderHead; payload: unknown }) {
  const order = await knownOrder(tx, shop_id, head);
  return order?.external_id === null && !readPaymentFacts(payload).is_dirham ? undefined : order;
}

/** Serialises the detail together with its reason, since a previous version may overwrite only the reason. */
function detailOf(because: string | null, detail: ImportProblemDetail | undefined): string | null {
  return because === null || !detail ? null : JSON.stringify({ because, ...detail });
}

function isRelisted(seen: Lists, now: Lists): boolean {
  return seen.not_taken_because !== now.not_taken_because || seen.left_out_because !== now.left_out_because;
}

/**
 * Returns the order that a webhook is about, and its version; nulls if unreadable. A deletion has the id
 * only.
 */
export function namesIn({ topic, payload }: Pick<Webhook, 'topic' | 'payload'>): Names {
  if (topic === DELETED_TOPIC) {
    const deleted = readable(payload, readId);
    return 'not_taken' in deleted ? NAMELESS : { ...NAMELESS, external_id: deleted.head };
  }
  const read = readable(payload, readHead);
  return 'not_taken' in read ? NAMELESS : namesOf(read.head);
}

function namesOf({ id, name, updated_at }: OrderHead) {
  return { external_id: id, order_number: orderNumberOf(name), external_updated_at: updated_at };
}

function readable<Head>(
  text: string,
  read: (payload: unknown) => Head,
): { head: Head; payload: unknown } | { not_taken: string } {
  try {
    const payload = parsePayload(text);
    return { head: read(payload), payload };
  } catch (error) {
    if (error instanceof ImportProblem) return { not_taken: error.message };
    throw error;
  }
}

async function takeVersion(tx: Tx, version: Version): Promise<Effect> {
  const { head, order } = version;
  try {
    await addId(tx, version);
    if (head.cancelled_at) return await applyCancellation(tx, version);
    if (order && !isOpen(order.status)) return { outcome: 'unchanged', reason: null };
    return order ? await applyUpdate(tx, version, order) : await takeNew(tx, version);
  } catch (error) {
    if (error instanceof ImportProblem)
      return { outcome: 'not_taken', reason: error.message, detail: error.detail };
    throw error;
  }
}

async function takeNew(tx: Tx, { actor, head, payload, reading, now }: Version): Promise<Effect> {
  const read = readOrder(head, payload, { ...reading, known: 'new' });
  if ('left_out' in read) {
    const { left_out, named } = read;
    return { outcome: 'left_out', reason: left_out, left_out_because: named ? left_out : null };
  }
  if (!('order' in read)) throw new Error('a new order was read as a known one');
  await writeOrders(tx, actor, [read.order], 'shopify_webhook');
  const names = { kind: 'payment', names: read.order.payment_names ?? [] } as const;
  await keepNames(tx, actor.shop_id, reading.names, names, now);
  const word = reportHashOf(head, read, 'new');
  return { outcome: 'imported', reason: null, personal_fields: PERSONAL_OF_NEW_ORDER, report_hash: word };
}

/** Sets the store's id on an order without one. Throws NotTaken if the number belongs to another order. */
async function addId(tx: Tx, { seen: { shop_id }, head, order }: Version): Promise<void> {
  if (order?.external_id === head.id) return;
  const named = await findByNumber(tx, shop_id, head.name);
  const is_another = named && named.id !== order?.id && named.external_id && named.external_id !== head.id;
  if (is_another) {
    const number = named.order_number === orderNumberOf(head.name) ? '' : `: ${named.order_number}`;
    throw badField('name', `another order has this number${number}`, 'number');
  }
  if (order) await changeLocked(tx, order, { external_id: head.id });
}
