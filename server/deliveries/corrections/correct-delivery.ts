import type {
  CorrectDelivery,
  DeliveryCorrected,
} from '../../../contract/operations/dashboard/corrections/correct-delivery.schema.ts';
import type { DeliveryStage } from '../../../contract/rules/problems.ts';
import { lockBalancesIn } from '../../cash/balances.ts';
import { requestApproval } from '../../cash/request-approval.ts';
import type { Change, Command } from '../../operations/operation.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { bookCorrection } from './book-correction.ts';
import { type CorrectedDelivery, hasHandedIn, readCorrected } from './corrected-delivery.ts';
import { buildCorrection, type CorrectionRow } from './correction-row.ts';

/**
 * Corrects an own delivery. It counts at once until the user's next drop, collection or end of day, unless it
 * lowers their cash on hand or nothing at all was taken; otherwise it is a request for approval (ruling H5).
 * Locks the order, then the balance. Throws `driver_not_found`, `not_found`, and the errors of
 * `buildCorrection`.
 */
export async function correctDelivery(
  tx: Tx,
  actor: Staff,
  input: CorrectDelivery,
  command: Command<DeliveryStage>,
): Promise<DeliveryCorrected> {
  const { shop_id, user_id, driver_id } = actor;
  if (driver_id === null) throw new Problem('driver_not_found');
  command.stage('order');
  await lockDelivered(tx, input.order_id);
  const own = { command_id: input.delivery_command_id, user_id };
  const delivery = await readCorrected(tx, { shop_id, order_id: input.order_id }, own);
  await lockBalancesIn(tx, shop_id, [user_id]);
  const row = await buildCorrection(tx, delivery, input, { user_id, reason: null }, command);
  command.stage('confirmation');
  const { id: correction_id, number, tender, collected_fils, cash_fils } = row;
  const done = {
    ...{ correction_id, number, tender, collected_fils },
    ...{ cash_before_fils: delivery.cash_fils, cash_fils },
  };
  if (await needsApproval(tx, delivery, row)) {
    const requested = await requestApproval(tx, actor, requestOf(delivery, row), command);
    command.changed({
      what: 'request_correction',
      subject_id: requested.approval_id,
      after: {
        ...{ amount_fils: cash_fils - delivery.cash_fils, user_id, collected_fils },
        ...{ confirmation_id: row.confirmation_id, ...amountsBesideTender(row) },
      },
      personal_fields: personalFields(delivery, row),
      touched: [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }],
    });
    return { ...done, ...requested };
  }
  await bookCorrection(tx, actor, delivery, { ...row, approval_id: null }, command);
  command.changed(changeOf('correct_delivery', delivery, row));
  return { ...done, approval_id: null, expires_at: null };
}

/** Locks the order of a delivery of the actor, or any order for the desk. Throws `not_found`. */
export async function lockDelivered(tx: Tx, order_id: string): Promise<void> {
  const locking = sql<{ id: string }>`select id from lock_delivered_order(${order_id}::uuid)`;
  if (!(await firstRow(tx, locking))) throw new Problem('not_found');
}

async function needsApproval(tx: Tx, delivery: CorrectedDelivery, row: CorrectionRow): Promise<boolean> {
  const took_nothing = row.collected_fils + row.link_fils + row.transfer_fils === 0 && row.due_fils > 0;
  return took_nothing || row.cash_fils < delivery.cash_fils || (await hasHandedIn(tx, delivery));
}

function requestOf(delivery: CorrectedDelivery, row: CorrectionRow) {
  const { user_id, short_reason, photo_file_id, document_file_id } = row;
  return {
    kind: 'correction',
    user_id,
    amount_fils: row.cash_fils - delivery.cash_fils,
    reason: short_reason,
    record: row,
    file_ids: [photo_file_id, document_file_id].filter((id) => id !== null),
  } as const;
}

/** Describes a recorded correction for the audit and the feed. */
export function changeOf(
  what: 'correct_delivery' | 'correct_recorded_delivery',
  delivery: CorrectedDelivery,
  row: CorrectionRow,
  facts: Record<string, string | number | null> = {},
): Change {
  const { tender, collected_fils, cash_fils } = delivery;
  const seen_by = { audience: 'desk', user_ids: [row.user_id] } as const;
  return {
    what,
    subject_id: row.order_id,
    before: { tender, collected_fils, cash_fils },
    after: {
      ...{ tender: row.tender, collected_fils: row.collected_fils, cash_fils: row.cash_fils },
      ...{ confirmation_id: row.confirmation_id, correction_id: row.id, number: row.number },
      ...amountsBesideTender(row),
      occurred_at: row.occurred_at.toISOString(),
      ...facts,
    },
    personal_fields: personalFields(delivery, row),
    touched: touchedBy(row, seen_by),
  };
}

/** The amounts that neither the reply nor the order's history has. */
function amountsBesideTender({ rounding_fils, link_fils, transfer_fils }: CorrectionRow) {
  return { rounding_fils, link_fils, transfer_fils };
}

function touchedBy(
  { order_id }: CorrectionRow,
  seen_by: { readonly audience: 'desk'; readonly user_ids: readonly string[] },
): Change['touched'] {
  return [
    { topic: 'orders', subject_id: order_id, ...seen_by },
    { topic: 'cash', ...seen_by },
  ];
}

/** The topics that an approved correction touches. */
export function touchedByCorrection(row: CorrectionRow): Change['touched'] {
  return touchedBy(row, { audience: 'desk', user_ids: [row.user_id] });
}

function personalFields(delivery: CorrectedDelivery, row: CorrectionRow) {
  return [
    ...(row.customer_name === delivery.customer_name ? [] : (['customer_name'] as const)),
    ...(row.reason === null && row.short_reason === null ? [] : (['reason'] as const)),
  ];
}
