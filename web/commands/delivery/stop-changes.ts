import { isDeliverable } from '../../../contract/rules/orders/order-life.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { isDecided, type OutboxEntry } from '../../offline/outbox-entry.ts';

/** The driver's commands that change the status of stops, oldest first. */
export type StopChange = OutboxEntry<'record_attempt' | 'undo_attempt' | 'set_out'>;

/**
 * Applies this device's commands to an order of the server's response, unless the response contains them: the
 * order then has the state to which they will lead. Undone attempts are skipped.
 */
export function withStopChanges(order: OrderWithItems, changes: readonly StopChange[]): OrderWithItems {
  const undone = new Set(
    changes.flatMap((entry) => (isUndo(entry) && isEffective(entry) ? [entry.input.attempt_id] : [])),
  );
  return changes.reduce((now, entry, at) => {
    if (entry.state === 'refused' || isContained(entry, order, changes.slice(0, at))) return now;
    if (isAttempt(entry)) return undone.has(entry.input.attempt_id) ? now : withAttempt(now, entry);
    if (isUndo(entry)) return withUndo(now, entry, changes);
    return isSetOut(entry) ? withSetOut(now, entry) : now;
  }, order);
}

/**
 * True if the response was read after the command was recorded: `updated_at` changes with the status. The
 * time of the press suffices, since a stop that is moved after it needs no change by the command. But an
 * attempt that reached the server only after the press of the command that ends it may still be open in the
 * response.
 */
function isContained(entry: StopChange, order: OrderWithItems, older: readonly StopChange[]): boolean {
  if (!isDecided(entry) || endsOpenAttempt(entry, order, older)) return false;
  return Date.parse(order.updated_at) >= pressedAt(entry);
}

function endsOpenAttempt(entry: StopChange, { attempt }: OrderWithItems, older: readonly StopChange[]) {
  if (!attempt) return false;
  if (isUndo(entry)) return entry.input.attempt_id === attempt.id;
  const is_older = older.some((one) => isAttempt(one) && one.input.attempt_id === attempt.id);
  return isSetOut(entry) && entry.input.after_attempt && is_older;
}

/** The time of the press by the server's clock, in ms since epoch. */
function pressedAt({ occurred_at, clock_offset_ms }: StopChange): number {
  return Date.parse(occurred_at) + clock_offset_ms;
}

function withAttempt(order: OrderWithItems, entry: OutboxEntry<'record_attempt'>): OrderWithItems {
  const { order_id, attempt_id, reason, next } = entry.input;
  const { reason_label = null } = entry.about_order ?? {};
  if (order_id !== order.id || !isDeliverable(order.status)) return order;
  if (entry.answer && entry.answer.conflict !== null) return order;
  const occurred_at = correctedText(entry);
  const attempt = { id: attempt_id, reason, reason_label, occurred_at, next };
  return { ...order, status: 'dispatched', dispatching_started_at: null, attempt };
}

/** Restores the order of a response with the attempt to its state before, as far as this device knows it. */
function withUndo(
  order: OrderWithItems,
  entry: OutboxEntry<'undo_attempt'>,
  changes: readonly StopChange[],
): OrderWithItems {
  const { attempt_id } = entry.input;
  if (order.attempt?.id !== attempt_id || !isEffective(entry)) return order;
  const undone = changes.filter(isAttempt).find(({ input }) => input.attempt_id === attempt_id);
  const before = undone?.about_order?.before ?? { status: 'dispatching' as const };
  return { ...order, ...before, attempt: null };
}

/** False if the server refused the undo, or the order had changed since the attempt. */
function isEffective({ state, answer }: OutboxEntry<'undo_attempt'>): boolean {
  return state !== 'refused' && answer?.outcome !== 'recorded_with_conflict';
}

function withSetOut(order: OrderWithItems, entry: OutboxEntry<'set_out'>): OrderWithItems {
  const { input, answer } = entry;
  const named = (answer?.set_out ?? input.order_ids).includes(order.id);
  const ready = order.status === 'dispatched' && (!order.attempt || input.after_attempt);
  if (!named || !ready || order.waits_because) return order;
  return { ...order, status: 'dispatching', dispatching_started_at: correctedText(entry), attempt: null };
}

function correctedText(entry: StopChange): string {
  return new Date(pressedAt(entry)).toISOString();
}

function isAttempt(entry: StopChange): entry is OutboxEntry<'record_attempt'> {
  return entry.endpoint === 'record_attempt';
}

function isUndo(entry: StopChange): entry is OutboxEntry<'undo_attempt'> {
  return entry.endpoint === 'undo_attempt';
}

function isSetOut(entry: StopChange): entry is OutboxEntry<'set_out'> {
  return entry.endpoint === 'set_out';
}
