import { createHash } from 'node:crypto';
import { isBeforeDispatch } from '../../../contract/rules/orders/order-life.ts';
import { personalFieldsOf, updateOrder } from '../../orders/contents/update-order.ts';
import { keepNames } from '../../orders/incoming/own-names.ts';
import { MEANT_COLUMNS } from '../../orders/incoming/payment-on-delivery.ts';
import type { ShopReading } from '../../orders/incoming/shop-reading.ts';
import type { OrderKey } from '../../orders/lock-shop-order.ts';
import { holdOrder, refundOrder, settleOrder } from '../../orders/status/settle-order.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { LockedVersion } from '../store-orders/order-version.ts';
import { type Known, type ReadOrder, readOrder } from '../store-orders/read-order.ts';
import {
  ImportProblem,
  type OrderHead,
  type PaymentFacts,
  readPaymentFacts,
} from '../store-orders/read-payload.ts';
import type { Effect } from './effect.ts';
import type { KnownOrder } from './known-order.ts';
import { GIVEN_BACK, listOnTheRoad, VOIDED } from './list-on-the-road.ts';

export type Version = {
  actor: Actor;
  seen: LockedVersion;
  /** The known order; undefined if the shop has none. */
  order: KnownOrder | undefined;
  head: OrderHead;
  payload: unknown;
  now: Date;
  reading: ShopReading;
};

const REFUNDED = 'the order is refunded: its driver collects nothing; cancel it to have it returned';

/**
 * Applies a version of a known order. A repeated version changes nothing, so that later corrections by users
 * stay.
 */
export async function applyUpdate(tx: Tx, version: Version, order: KnownOrder): Promise<Effect> {
  const { actor, seen, head, reading, now } = version;
  const known = isBeforeDispatch(order.status) ? 'in_shop' : 'on_the_road';
  const key = { shop_id: order.shop_id, order_id: order.id };
  const read = readKnown(version, known);
  if ('not_read' in read) return settleAnyway(tx, version, key, read.not_read);
  if ('left_out' in read) return { outcome: 'left_out', reason: read.left_out };
  const word = reportHashOf(head, read, known);
  const is_repeated = isTaken(word, head, seen);
  if (!('order' in read)) {
    const has_changed = !is_repeated && (await giveBack(tx, actor, key, read));
    const because = 'voided' in read ? VOIDED : REFUNDED;
    return {
      outcome: has_changed ? 'updated' : 'unchanged',
      reason: because,
      listed_because: because,
      detail: GIVEN_BACK,
      report_hash: word,
    };
  }
  const listed = known === 'on_the_road' ? listOnTheRoad(order, read) : {};
  if (is_repeated) return { outcome: 'unchanged', reason: null, ...listed };
  const names = { kind: 'payment', names: read.order.payment_names ?? [] } as const;
  await keepNames(tx, order.shop_id, reading.names, names, now);
  const changed = await updateOrder(tx, actor, key, read.order);
  const has_changed = await refundOrder(tx, actor, key, read.refund);
  const outcome = changed.length > 0 || has_changed ? 'updated' : 'unchanged';
  return {
    outcome,
    reason: null,
    personal_fields: personalFieldsOf(changed),
    report_hash: word,
    ...listed,
  };
}

/** `not_read`: the reason why the payload cannot be read completely. */
function readKnown(
  { head, payload, reading }: Version,
  known: Known,
): ReadOrder | { not_read: ImportProblem } {
  try {
    return readOrder(head, payload, { ...reading, known });
  } catch (error) {
    if (error instanceof ImportProblem) return { not_read: error };
    throw error;
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

/** Applies payments, refunds and voids of a known order even if the rest of the payload cannot be read. */
async function settleAnyway(
  tx: Tx,
  { actor, payload }: Version,
  key: OrderKey,
  { message: reason, detail }: ImportProblem,
): Promise<Effect> {
  return (await applyPayment(tx, actor, key, readPaymentFacts(payload)))
    ? { outcome: 'updated', reason, listed_because: reason, detail }
    : { outcome: 'not_taken', reason, detail };
}

/** Returns false if nothing changed. Amounts count only in AED; a voided payment counts in any currency. */
async function applyPayment(tx: Tx, actor: Actor, key: OrderKey, facts: PaymentFacts): Promise<boolean> {
  const { financial_status, total_outstanding, is_dirham } = facts;
  if (financial_status === 'voided' || financial_status === 'expired')
    return holdOrder(tx, actor, key, 'payment_voided');
  if (!is_dirham) return false;
  switch (financial_status) {
    case 'authorized':
      return settleOrder(tx, actor, key, 0);
    case 'paid':
      // A paid order with an outstanding amount is contradictory, and changes nothing.
      return !total_outstanding && settleOrder(tx, actor, key, 0);
    case 'partially_paid':
    case 'partially_refunded':
      return total_outstanding != null && settleOrder(tx, actor, key, total_outstanding);
    case 'refunded':
      return refundOrder(tx, actor, key, 'full');
    default:
      return false;
  }
}

/** The prefix of hashes by builds that read payment names; hashes of older builds cannot be compared. */
const FORMAT = '2:';

/**
 * Returns a hash of the store's report about one version of an order, from a webhook or from polling. A
 * report that an order on the road did not follow has another hash in the shop, where the order waits.
 */
export function reportHashOf({ updated_at }: OrderHead, read: ReadOrder, known: Known): string {
  const is_not_followed = known === 'on_the_road' && 'order' in read && read.order.waits_because != null;
  const hash = createHash('sha256')
    .update(JSON.stringify([updated_at, reportOf(read), ...(is_not_followed ? [known] : [])]))
    .digest('hex');
  return `${FORMAT}${hash}`;
}

const DECIDED = new Set<string>(MEANT_COLUMNS);

/**
 * Drops the columns that a definition of the shop decides: a changed definition is not a new report of the
 * store. Also drops the ids of lines, which are not part of the hashes of older builds.
 */
function reportOf(read: ReadOrder): unknown {
  if (!('order' in read)) return read;
  const lines = read.order.lines.map(({ external_id: _, ...line }) => line);
  const reported = Object.entries({ ...read.order, lines }).filter(([column]) => !DECIDED.has(column));
  return { ...read, order: Object.fromEntries(reported) };
}

/**
 * True if this report was processed before, so that later corrections by users stay. A hash of an older build
 * counts for its whole version.
 */
function isTaken(word: string, { updated_at }: OrderHead, seen: LockedVersion): boolean {
  const { taken_word, not_taken_because, external_updated_at } = seen;
  if (taken_word === null || taken_word.startsWith(FORMAT)) return word === taken_word;
  return not_taken_because === null && external_updated_at?.getTime() === updated_at.getTime();
}
