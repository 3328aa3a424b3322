import type {
  AttemptRecorded,
  RecordAttempt,
} from '../../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { type AttemptConflict, attemptPhotoName } from '../../../contract/rules/orders/attempts.ts';
import { DELIVERABLE_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import type { DeliveryStage } from '../../../contract/rules/problems.ts';
import { pinFile } from '../../files/pin-file.ts';
import type { CommandWithReads } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import { recordOrderEvent } from '../../orders/order-events.ts';
import { recomputeDriverStatus } from '../../orders/status/driver-status.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { refuseUsedId } from '../../platform/database/refuse-used-id.ts';
import { addRow, changeRows, oneRow } from '../../platform/database/rows.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import { sql } from '../../platform/database/sql.ts';
import { startTogether } from '../../platform/database/transactions.ts';
import { admitNamedMonth, occurredAt } from '../../platform/device-clock.ts';
import { Problem } from '../../platform/problem.ts';
import { admitProofPath, conflictOf } from '../delivery-policy.ts';
import { type LockedOrder, lockOrder } from '../lock-order.ts';
import { readAttemptFacts } from './attempt-facts.ts';

/**
 * Records that the driver could not deliver an order. The order becomes dispatched without a start time, and
 * waits for the desk's decision; its goods stay with the driver and no cash moves. If the order was
 * cancelled, reassigned or delivered meanwhile, the attempt is recorded with a conflict, and the order keeps
 * its state (ruling A9). Throws `driver_not_found`, `not_found`, `order_not_assigned`,
 * `invalid_input`, `device_time_off`, `file_missing`.
 */
export async function recordAttempt(
  tx: Tx,
  actor: Staff,
  input: RecordAttempt,
  command: AttemptCommand,
): Promise<AttemptRecorded> {
  const { driver_id, shop_id } = actor;
  const { asked, now, stage } = command;
  if (driver_id === null) throw new Problem('driver_not_found');
  stage('order');
  const order = await asked.order;
  const { time_zone } = await asked.shop;
  stage('photo');
  if (input.photo) {
    const owner = { shop_id, driver_id, order_id: order.id, order_number: order.order_number };
    const name = attemptPhotoName(input.attempt_id);
    admitNamedMonth(admitProofPath('photo', input.photo.path, name, owner), time_zone, input, now);
  }
  const photo_file_id = await asked.photo;
  stage('confirmation');
  const { attempts, records_position, reason_label } = await asked.facts;
  const pressed_at = occurredAt(input, NEVER, now);
  const conflict = await conflictOfAttempt(tx, order, driver_id, pressed_at);
  const earliest = conflict ? order.created_at : (order.dispatching_started_at ?? order.created_at);
  const occurred_at = occurredAt(input, earliest, now);
  const attempt = {
    shop_id,
    id: input.attempt_id,
    order_id: order.id,
    driver_id,
    user_id: actor.user_id,
    number: attempts + 1,
    reason: input.reason,
    reason_label,
    note: input.note,
    photo_url: input.photo?.path ?? null,
    photo_file_id,
    next_day: input.next?.day ?? null,
    next_from: input.next?.from ?? null,
    next_to: input.next?.to ?? null,
    ...positionOf(input, records_position),
    conflict,
    from_status: order.status,
    from_started_at: order.dispatching_started_at,
    command_id: command.command_id,
    occurred_at,
    recorded_at: now,
  };
  const status = conflict === null ? ('dispatched' as const) : order.status;
  const { number } = attempt;
  const named = { reason_key: input.reason, ...(reason_label !== null && { reason_label }) };
  const detail = { attempt_id: attempt.id, number, ...named, from: order.status };
  const written = startTogether({
    attempt: refuseUsedId('attempt_id', addRow(tx, 'delivery_attempts', attempt)),
    order: conflict === null ? leaveRoad(tx, order, attempt) : Promise.resolve(),
    event: recordOrderEvent(tx, actor, order, {
      kind: 'attempted',
      detail: { ...detail, occurred_at: occurred_at.toISOString(), ...(conflict && { conflict }) },
    }),
  });
  await written.attempt;
  stage('order');
  await Promise.all([written.order, written.event]);
  const outcome = conflict === null ? ('recorded' as const) : ('recorded_with_conflict' as const);
  command.changed({
    what: 'record_attempt',
    subject_id: order.id,
    before: { status: order.status },
    after: { status, attempt_id: attempt.id, number, reason_key: input.reason, outcome, conflict },
    personal_fields: personalFields(attempt),
    touched: [{ topic: 'orders', subject_id: order.id, audience: 'desk', user_ids: [actor.user_id] }],
  });
  return {
    attempt_id: attempt.id,
    number,
    outcome,
    conflict,
    order: { id: order.id, order_number: order.order_number, status },
    occurred_at: occurred_at.toISOString(),
  };
}

/** Sends an attempt's reads before the actor is known; row-level security guards them. Locks the order. */
function sendAttemptReads(tx: Tx, { order_id, photo, reason }: RecordAttempt) {
  return startTogether({
    order: lockOrder(tx, order_id),
    shop: readShop(tx),
    // Sent after the lock of the order, so that two attempts of one order get different numbers.
    facts: readAttemptFacts(tx, order_id, reason),
    photo: photo ? pinFile(tx, { bucket: 'order-deliveries', ...photo }) : Promise.resolve(null),
  });
}

type AttemptCommand = CommandWithReads<ReturnType<typeof sendAttemptReads>, DeliveryStage>;

export const recordAttemptRoute = commandRoute('record_attempt', recordAttempt, sendAttemptReads);

/** Returns the change of the order that conflicts with the attempt; null without one. */
async function conflictOfAttempt(
  tx: Tx,
  order: LockedOrder,
  driver_id: number,
  pressed_at: Date,
): Promise<AttemptConflict | null> {
  // An order with an open attempt is not out, so that a second attempt changes nothing.
  const conflict = conflictOf({ ...order, open_attempt_id: null }, driver_id) as AttemptConflict | null;
  if (conflict) return conflict;
  return (await isOfEarlierTour(tx, order, pressed_at)) ? 'not_out_for_delivery' : null;
}

/**
 * True if the order came back after the press and went out again: the desk has decided about that attempt.
 * The start alone does not show it: the desk may send out an order with which the driver has set out without
 * signal. A press before the order existed shows only that the device's clock is wrong.
 */
async function isOfEarlierTour(tx: Tx, order: LockedOrder, pressed_at: Date): Promise<boolean> {
  const { shop_id, id, created_at, dispatching_started_at } = order;
  const left_at_ms = (dispatching_started_at ?? created_at).getTime() - CLOCK_GRACE_MS;
  if (pressed_at < created_at || pressed_at.getTime() >= left_at_ms) return false;
  const coming_back = sql<{ came_back: boolean }>`
    select exists (
      select from order_events e
      where e.shop_id = ${shop_id} and e.order_id = ${id}::uuid and e.recorded_at > ${pressed_at}::timestamptz
        and (e.kind in ('assigned', 'unassigned')
          or e.kind = 'status' and e.detail ->> 'to' not in (${sql.join([...DELIVERABLE_STATUSES])})
          or e.kind = 'attempted' and e.detail ->> 'conflict' is null)
    ) as came_back`;
  return (await oneRow(tx, coming_back)).came_back;
}

const NEVER = new Date(0);
/** The offset of a device's clock is measured to about this precision. */
const CLOCK_GRACE_MS = 3_000;

function personalFields({ note, latitude }: { note: string | null; latitude: number | null }) {
  return [
    ...(note === null ? [] : (['note'] as const)),
    ...(latitude === null ? [] : (['position'] as const)),
  ];
}

/** A position is stored only while the shop records positions. */
function positionOf({ position }: RecordAttempt, is_recorded: boolean) {
  if (!is_recorded || position === null) return { latitude: null, longitude: null, accuracy_m: null };
  return position;
}

/** Takes the order from the road: it waits for the desk with its goods in the driver's vehicle. */
async function leaveRoad(
  tx: Tx,
  { shop_id, id }: LockedOrder,
  attempt: { id: string; driver_id: number },
): Promise<void> {
  const columns = {
    status: 'dispatched',
    dispatching_started_at: null,
    open_attempt_id: attempt.id,
  } as const;
  const [updated] = await Promise.all([
    changeRows(tx, 'orders', { shop_id, id }, columns),
    recomputeDriverStatus(tx, shop_id, attempt.driver_id),
  ]);
  if (updated !== 1) throw new Error('the locked order could not be taken from the road');
}
