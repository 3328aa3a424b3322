import type {
  CorrectRecordedDelivery,
  RecordedDeliveryCorrected,
} from '../../../contract/operations/dashboard/corrections/correct-recorded-delivery.schema.ts';
import type { DeliveryStage } from '../../../contract/rules/problems.ts';
import { lockBalancesIn } from '../../cash/balances.ts';
import type { Command } from '../../operations/operation.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { readReason } from '../../platform/read-reason.ts';
import { bookCorrection } from './book-correction.ts';
import { changeOf, lockDelivered } from './correct-delivery.ts';
import { readCorrected } from './corrected-delivery.ts';
import { buildCorrection } from './correction-row.ts';

/**
 * Corrects the delivery of another user, with a reason. If that user has handed over cash since, the
 * difference is short or over. Locks the order, then the balance. Throws `not_found`, `own_delivery`,
 * `invalid_input`, and the errors of `buildCorrection`.
 */
export async function correctRecordedDelivery(
  tx: Tx,
  actor: Staff,
  input: CorrectRecordedDelivery,
  command: Command<DeliveryStage>,
): Promise<RecordedDeliveryCorrected> {
  const { shop_id } = actor;
  const { confirmation_id, order_id } = input;
  command.stage('order');
  const reason = readReason(input.reason);
  await lockDelivered(tx, order_id);
  const delivery = await readCorrected(tx, { shop_id, order_id }, { confirmation_id });
  if (delivery.user_id === actor.user_id) throw new Problem('own_delivery');
  await lockBalancesIn(tx, shop_id, [delivery.user_id]);
  const row = await buildCorrection(tx, delivery, input, { user_id: actor.user_id, reason }, command);
  command.stage('confirmation');
  const difference = await bookCorrection(tx, actor, delivery, { ...row, approval_id: null }, command);
  const { id: correction_id, number, tender, collected_fils, cash_fils } = row;
  const booked = { difference_id: difference?.id ?? null, account: difference?.account ?? null };
  command.changed(changeOf('correct_recorded_delivery', delivery, row, booked));
  return {
    ...{ correction_id, number, tender, collected_fils },
    ...{ cash_before_fils: delivery.cash_fils, cash_fils },
    ...booked,
  };
}
