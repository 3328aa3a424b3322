import type {
  AttemptUndone,
  UndoAttempt,
} from '../../../contract/operations/dashboard/deliveries/undo-attempt.schema.ts';
import { UNDO_ATTEMPT_GRACE_MS, UNDO_ATTEMPT_MS } from '../../../contract/rules/orders/attempts.ts';
import type { Command } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import { recordOrderEvent } from '../../orders/order-events.ts';
import { recomputeDriverStatus } from '../../orders/status/driver-status.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { refuseUsedId } from '../../platform/database/refuse-used-id.ts';
import { addRow, changeRows, findRow } from '../../platform/database/rows.ts';
import { occurredAt } from '../../platform/device-clock.ts';
import { Problem } from '../../platform/problem.ts';
import { lockOrder } from '../lock-order.ts';

/**
 * Undoes the driver's own attempt shortly after it: the order gets its status and start time back. If the
 * order has changed since, it keeps its state. The attempt stays, and the undo is a row of its own. Throws
 * `driver_not_found`, `not_found`, `invalid_input`, and `attempt_final` for an attempt that is too old or
 * undone already.
 */
export async function undoAttempt(
  tx: Tx,
  actor: Staff,
  input: UndoAttempt,
  { command_id, now, changed }: Command,
): Promise<AttemptUndone> {
  const { shop_id, user_id, driver_id } = actor;
  if (driver_id === null) throw new Problem('driver_not_found');
  const attempt = await findRow(tx, 'delivery_attempts', { shop_id, id: input.attempt_id, user_id }, [
    'order_id',
    'from_status',
    'from_started_at',
    'occurred_at',
  ]);
  if (!attempt) throw new Problem('not_found');
  const order = await lockOrder(tx, attempt.order_id);
  // Read under the order's lock, so that of two undos at once one is refused.
  const undone = await findRow(tx, 'attempt_undos', { shop_id, attempt_id: input.attempt_id }, ['id']);
  const occurred_at = occurredAt(input, attempt.occurred_at, now);
  const age_ms = occurred_at.getTime() - attempt.occurred_at.getTime();
  if (undone || age_ms > UNDO_ATTEMPT_MS + UNDO_ATTEMPT_GRACE_MS) throw new Problem('attempt_final');
  const restores = order.open_attempt_id === input.attempt_id;
  const status = restores ? attempt.from_status : order.status;
  const undo = {
    shop_id,
    id: input.undo_id,
    attempt_id: input.attempt_id,
    user_id,
    has_conflict: !restores,
    command_id,
    occurred_at,
    recorded_at: now,
  };
  await refuseUsedId('undo_id', addRow(tx, 'attempt_undos', undo));
  if (restores) {
    const columns = { status: attempt.from_status, dispatching_started_at: attempt.from_started_at };
    await changeRows(tx, 'orders', { shop_id, id: order.id }, columns);
    await recomputeDriverStatus(tx, shop_id, driver_id);
  }
  const { attempt_id } = input;
  await recordOrderEvent(tx, actor, order, {
    kind: 'attempt_undone',
    detail: { attempt_id, from: order.status, to: status, ...(!restores && { conflict: true }) },
  });
  const outcome = restores ? ('undone' as const) : ('recorded_with_conflict' as const);
  changed({
    what: 'undo_attempt',
    subject_id: order.id,
    before: { status: order.status },
    after: { status, attempt_id, outcome },
    touched: [{ topic: 'orders', subject_id: order.id, audience: 'desk', user_ids: [user_id] }],
  });
  return { outcome, order: { id: order.id, order_number: order.order_number, status } };
}

export const undoAttemptRoute = commandRoute('undo_attempt', undoAttempt);
