import { createHash } from 'node:crypto';
import { isBeforeDispatch, isOpen } from '../../contract/rules/order-life.ts';
import { orderNumberOf } from '../../contract/rules/order-number.ts';
import type { AuditedChange } from '../audit/audit-event.ts';
import type { Change, Operation } from '../operations/operation.ts';
import { keepNames } from '../orders/incoming/own-names.ts';
import { readShopReading, type ShopReading } from '../orders/incoming/shop-reading.ts';
import { changeLocked, lockShopOrder, type OrderKey } from '../orders/lock-shop-order.ts';
import { moveLocked } from '../orders/move-order.ts';
import { orderChange, recordOrderEvent } from '../orders/order-events.ts';
import { findByNumber, hasNumberOf } from '../orders/orders-by-number.ts';
import {
  holdOrder,
  personalFieldsOf,
  refundOrder,
  settleOrder,
  updateOrder,
} from '../orders/update-order.ts';
import { PERSONAL_OF_NEW_ORDER, writeOrders } from '../orders/write-orders.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  buryVersion,
  isOlder,
  type Lists,
  type LockedVersion,
  lockVersion,
  saveVersion,
} from './order-version.ts';
import { type Known, type ReadOrder, readOrder } from './read-order.ts';
import {
  badField,
  NotTaken,
  type NotTakenDetail,
  type OrderHead,
  parsePayload,
  readHead,
  readId,
  readPaymentFacts,
} from './read-payload.ts';
import { storeChange } from './store-change.ts';
import { isPossible } from './webhook-headers.ts';

/**
 * What a webhook did. `stale`: a newer version had been seen. `left_out`: nothing to deliver. `not_taken`: it should have been
 * delivered and cannot be; it is listed until a later version can. `conflict`: cancelled after it was delivered (ruling A9).
 */
export type Taken = {
  outcome:
    | 'imported'
    | 'updated'
    | 'cancelled'
    | 'conflict'
    | 'unchanged'
    | 'stale'
    | 'left_out'
    | 'not_taken';
  reason: string | null;
  external_id: string | null;
  order_number: string | null;
  /** The version that it is of, by the store's own clock. */
  external_updated_at: Date | null;
};

type Effect = Pick<Taken, 'outcome' | 'reason'> & {
  personal_fields?: AuditedChange['personal_fields'];
  /** Why somebody has to look at it, though it was taken. */
  listed_because?: string;
  /** Of what is listed, what is wrong by field, and what can be done about it. */
  detail?: NotTakenDetail;
  /** Why it is named among those that nobody delivers. */
  left_out_because?: string | null;
  /** What the store said of an order that is here by now. */
  word?: string;
};
const GIVEN_BACK: NotTakenDetail = { fix: 'given_back', faults: [] };
const REFUNDED = 'the order is refunded: its driver collects nothing; cancel it if it is to come back';

const VOIDED = 'the payment is voided or has expired: the goods are not to be handed over';
const DELETED = 'it is deleted in the store';
const UNDEFINED_NAME =
  'the shop has not defined what the name of its payment means: an order on the road stays as it is';
const PARTLY_SENT = 'the store has sent a part of it separately: an order on the road keeps its lines';

type Webhook = { topic: string; payload: string; triggered_at: Date | null };

/** Carries nothing but the order's id. */
const DELETED_TOPIC = 'orders/delete';

/**
 * Makes an order of the shop what a webhook says it is. All topics but a deletion carry the whole order, so what the payload says counts
 * and not the topic: whichever arrives, in whichever order and however often, the newest version stays. A deletion is final.
 */
export async function takeOrder(
  tx: Tx,
  actor: Actor,
  { topic, payload, triggered_at }: Webhook,
  operation: Operation,
): Promise<Taken> {
  const { now, changed, unchanged } = operation;
  const { shop_id } = actor;
  const refused = async (reason: string, names: Names): Promise<Taken> => {
    const taken = { outcome: 'not_taken', reason, ...names, external_id: null } as const;
    changed(await changeOf(tx, taken, {}));
    return taken;
  };
  if (topic === DELETED_TOPIC) {
    const deleted = readable(payload, readId);
    return 'not_taken' in deleted
      ? refused(deleted.not_taken, NAMELESS)
      : takeDeletion(tx, actor, deleted.head, operation);
  }
  const read = readable(payload, readHead);
  if ('not_taken' in read) return refused(read.not_taken, NAMELESS);
  const { head } = read;
  const names = namesOf(head);
  // It would keep every later version away.
  if (!isPossible(head.updated_at, now)) return refused('updated_at: is no time of an order', names);
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
  const before = await knownOrder(tx, shop_id, head);
  const reading = await readShopReading(tx, shop_id);
  const effect = await takeVersion(tx, { actor, seen, order: before, ...read, now, reading });
  const { outcome, reason } = effect;
  const lists = {
    not_taken_because: outcome === 'not_taken' ? reason : (effect.listed_because ?? null),
    left_out_because: effect.left_out_because ?? null,
  };
  const after = await knownOrder(tx, shop_id, head);
  await saveVersion(tx, seen, {
    ...version,
    order_id: after?.external_id === head.id ? after.id : null,
    order_number: names.order_number,
    cancelled_at: head.cancelled_at,
    ...lists,
    not_taken_detail: detailOf(lists.not_taken_because, effect.detail),
    taken_word: effect.word ?? seen.taken_word,
  });
  const same_id = before?.external_id === after?.external_id;
  if (outcome === 'unchanged' && same_id && !isRelisted(seen, lists)) unchanged();
  else changed(await changeOf(tx, { ...names, ...effect }, { before, after }));
  return { outcome, reason, ...names };
}

/** Kept with the reason that it is about. */
function detailOf(because: string | null, detail: NotTakenDetail | undefined): string | null {
  return because === null || !detail ? null : JSON.stringify({ because, ...detail });
}

function isRelisted(seen: Lists, now: Lists): boolean {
  return seen.not_taken_because !== now.not_taken_because || seen.left_out_because !== now.left_out_because;
}

/** For the audit, and for those who look at the order, where it is here, and at the lists of what the store told. */
async function changeOf(
  tx: Tx,
  { outcome, external_id, personal_fields = [] }: Names & Effect,
  { before, after }: { before?: KnownOrder | undefined; after?: KnownOrder | undefined },
): Promise<Change> {
  const facts = ({ external_id, status, due_amount_fils }: KnownOrder) => ({
    external_id,
    status,
    due_amount_fils,
  });
  const told = storeChange('take_order', after?.id ?? null, {
    before: before && facts(before),
    after: { outcome, external_id, ...(after && facts(after)) },
    personal_fields,
  });
  if (!after) return told;
  const change = await orderChange(tx, after, told);
  return { ...change, touched: [...change.touched, ...told.touched] };
}

type Names = Pick<Taken, 'external_id' | 'order_number' | 'external_updated_at'>;
const NAMELESS: Names = { external_id: null, order_number: null, external_updated_at: null };

/** Which order a webhook is about, and which version of it; nulls where that cannot be told. */
export function namesIn({ topic, payload }: Pick<Webhook, 'topic' | 'payload'>): Names {
  if (topic === DELETED_TOPIC) return NAMELESS;
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
    if (error instanceof NotTaken) return { not_taken: error.message };
    throw error;
  }
}

type Version = {
  actor: Actor;
  seen: LockedVersion;
  /** The order as it is here; undefined where it is not. */
  order: KnownOrder | undefined;
  head: OrderHead;
  payload: unknown;
  now: Date;
  reading: ShopReading;
};

async function takeVersion(tx: Tx, version: Version): Promise<Effect> {
  const { head, order } = version;
  try {
    await addId(tx, version);
    if (head.cancelled_at) return await takeCancellation(tx, version);
    if (order && !isOpen(order.status)) return { outcome: 'unchanged', reason: null };
    return order ? await takeUpdate(tx, version, order) : await takeNew(tx, version);
  } catch (error) {
    if (error instanceof NotTaken)
      return { outcome: 'not_taken', reason: error.message, detail: error.detail };
    throw error;
  }
}

/** Bare of all but its id: what is left is a tombstone, so that no late webhook makes the order anew. */
async function takeDeletion(
  tx: Tx,
  actor: Actor,
  external_id: string,
  { now, changed, unchanged }: Operation,
): Promise<Taken> {
  const { shop_id } = actor;
  const seen = await lockVersion(tx, shop_id, external_id);
  const before = await orderOfStore(tx, shop_id, external_id);
  const names = {
    external_id,
    order_number: before?.order_number ?? seen.order_number,
    external_updated_at: seen.external_updated_at,
  };
  if (seen.deleted_at) {
    unchanged();
    return { outcome: 'unchanged', reason: null, ...names };
  }
  await buryVersion(tx, seen, now);
  const cancelled = { actor, seen, order: before, now };
  const effect = before ? await takeCancellation(tx, cancelled, DELETED) : LEFT_OUT_DELETED;
  const after = await orderOfStore(tx, shop_id, external_id);
  changed(await changeOf(tx, { ...names, ...effect }, { before, after }));
  return { outcome: effect.outcome, reason: effect.reason, ...names };
}

const LEFT_OUT_DELETED = { outcome: 'left_out', reason: DELETED } as const;

/** A delivered order stays delivered: goods and cash have changed hands, and people have to talk (ruling A9). */
async function takeCancellation(
  tx: Tx,
  { actor, seen, order, now }: Pick<Version, 'actor' | 'seen' | 'order' | 'now'>,
  deleted_because?: string,
): Promise<Effect> {
  if (!order) return { outcome: 'left_out', reason: 'it was cancelled before it came here' };
  if (order.status === 'cancelled') return { outcome: 'unchanged', reason: null };
  if (order.status === 'completed') {
    if (seen.cancelled_at) return { outcome: 'unchanged', reason: null };
    const detail = { conflict: 'cancelled_after_delivery' } as const;
    await recordOrderEvent(tx, actor, order, { kind: 'conflict', detail });
    const how = deleted_because ? 'deleted' : 'cancelled';
    return { outcome: 'conflict', reason: `${how} in Shopify after it was delivered` };
  }
  const locked = await lockShopOrder(tx, { shop_id: order.shop_id, order_id: order.id });
  const reason = deleted_because ? { reason: deleted_because } : {};
  await moveLocked(tx, actor, [locked], { to: 'cancelled', now, ...reason });
  return { outcome: 'cancelled', reason: deleted_because ?? null };
}

/** The same word of the same version was taken already: what somebody has corrected since then stays. */
async function takeUpdate(tx: Tx, version: Version, order: KnownOrder): Promise<Effect> {
  const { actor, seen, head, payload, reading, now } = version;
  const known = isBeforeDispatch(order.status) ? 'in_shop' : 'on_the_road';
  const key = { shop_id: order.shop_id, order_id: order.id };
  const read = readKnown(version, known);
  if ('not_read' in read) return settleAnyway(tx, version, key, read.not_read);
  if ('left_out' in read) return { outcome: 'left_out', reason: read.left_out };
  const word = wordOf(head, read);
  const is_said_again = word === seen.taken_word;
  if (!('order' in read)) {
    const told = !is_said_again && (await giveBack(tx, actor, key, read));
    const because = 'voided' in read ? VOIDED : REFUNDED;
    return {
      outcome: told ? 'updated' : 'unchanged',
      reason: because,
      listed_because: because,
      detail: GIVEN_BACK,
      word,
    };
  }
  if (is_said_again) return { outcome: 'unchanged', reason: null };
  const names = { kind: 'payment', names: read.order.payment_names ?? [] } as const;
  await keepNames(tx, order.shop_id, reading.names, names, now);
  const changed = await updateOrder(tx, actor, key, read.order);
  const told = await refundOrder(tx, actor, key, read.refund);
  const outcome = changed.length > 0 || told ? 'updated' : 'unchanged';
  return {
    outcome,
    reason: null,
    personal_fields: personalFieldsOf(changed),
    word,
    ...(known === 'on_the_road' ? forTheDesk(read) : {}),
  };

  function readKnown(of: Version, standing: Known): ReadOrder | { not_read: NotTaken } {
    try {
      return readOrder(head, payload, { ...of.reading, known: standing });
    } catch (error) {
      if (error instanceof NotTaken) return { not_read: error };
      throw error;
    }
  }
}

function giveBack(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  read: { refund: 'full' } | { voided: true },
): Promise<boolean> {
  return 'voided' in read
    ? holdOrder(tx, actor, key, 'payment_voided')
    : refundOrder(tx, actor, key, read.refund);
}

/** What changes nothing for the driver, and the desk has to know. */
function forTheDesk({ order, partly_sent }: Extract<ReadOrder, { order: unknown }>): Partial<Effect> {
  if (order.waits_because)
    return { listed_because: UNDEFINED_NAME, detail: { fix: 'payment_name', faults: [] } };
  return partly_sent ? { listed_because: PARTLY_SENT, detail: { fix: 'sent_separately', faults: [] } } : {};
}

/** What the store's books say of a known order counts, whatever else of it cannot be read. */
async function settleAnyway(
  tx: Tx,
  { actor, payload }: Version,
  key: OrderKey,
  { message: reason, detail }: NotTaken,
): Promise<Effect> {
  const { financial_status, total_outstanding } = readPaymentFacts(payload);
  const is_paid = financial_status === 'authorized' || (financial_status === 'paid' && !total_outstanding);
  const told = is_paid && (await settleOrder(tx, actor, key));
  return told
    ? { outcome: 'updated', reason, listed_because: reason, detail }
    : { outcome: 'not_taken', reason, detail };
}

/** Stands for what the store said of an order in one version, whichever way it came. */
function wordOf({ updated_at }: OrderHead, read: ReadOrder): string {
  return createHash('sha256')
    .update(JSON.stringify([updated_at, read]))
    .digest('hex');
}

async function takeNew(tx: Tx, { actor, head, payload, reading, now }: Version): Promise<Effect> {
  const read = readOrder(head, payload, { ...reading, known: 'new' });
  if ('left_out' in read) {
    const { left_out, named } = read;
    return { outcome: 'left_out', reason: left_out, left_out_because: named ? left_out : null };
  }
  if (!('order' in read)) throw new Error('a new order was read as one that is here');
  await writeOrders(tx, actor, [read.order], 'shopify_webhook');
  const names = { kind: 'payment', names: read.order.payment_names ?? [] } as const;
  await keepNames(tx, actor.shop_id, reading.names, names, now);
  const word = wordOf(head, read);
  return { outcome: 'imported', reason: null, personal_fields: PERSONAL_OF_NEW_ORDER, word };
}

/** Gives an order that has no id yet the store's. Throws NotTaken for the number of another. */
async function addId(tx: Tx, { seen: { shop_id }, head, order }: Version): Promise<void> {
  if (order?.external_id === null) await changeLocked(tx, order, { external_id: head.id });
  if (order) return;
  const other = await findByNumber(tx, shop_id, head.name);
  if (!other?.external_id || other.external_id === head.id) return;
  const named = other.order_number === orderNumberOf(head.name) ? '' : `: ${other.order_number}`;
  throw badField('name', `another order has this number${named}`, 'number');
}

/** The shop's order with this id, or the one with this number that has none yet; locked. */
function knownOrder(tx: Tx, shop_id: number, { id, name }: OrderHead) {
  return ordersOf(tx, shop_id)
    .where((is) =>
      is.or([
        is('o.external_id', '=', id),
        is.and([is('o.external_id', 'is', null), hasNumberOf([orderNumberOf(name)])]),
      ]),
    )
    .orderBy('o.external_id')
    .orderBy('o.repeats_number')
    .executeTakeFirst();
}

function orderOfStore(tx: Tx, shop_id: number, external_id: string) {
  return ordersOf(tx, shop_id).where('o.external_id', '=', external_id).executeTakeFirst();
}

function ordersOf(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('orders as o')
    .select([
      'o.shop_id',
      'o.id',
      'o.external_id',
      'o.order_number',
      'o.driver_id',
      'o.status',
      'o.due_amount_fils',
    ])
    .where('o.shop_id', '=', shop_id)
    .forUpdate();
}

type KnownOrder = NonNullable<Awaited<ReturnType<typeof knownOrder>>>;
