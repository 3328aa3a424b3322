import type { Account } from '../../../contract/rules/differences.ts';
import { rebookDelivery } from '../../cash/corrections/rebook-delivery.ts';
import { bookDifference } from '../../cash/differences.ts';
import { recordOrderEvent } from '../../orders/order-events.ts';
import type { Operator, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addRow } from '../../platform/database/rows.ts';
import { type CorrectedDelivery, hasDifference } from './corrected-delivery.ts';
import type { CorrectionRow } from './correction-row.ts';

export type BookedDifference = { id: string; account: Account; amount_fils: number };

/**
 * Adds a correction, whose order and balance are locked. If the cash changes, the earlier movement is
 * reversed and the new amount is booked; if that cash was handed over, the difference is short or over, so
 * that cash on hand stays, see `leavesDifference`. Returns that difference.
 */
export async function bookCorrection(
  tx: Tx,
  actor: Staff | Operator,
  delivery: CorrectedDelivery,
  row: CorrectionRow & { approval_id: string | null },
  { command_id, now }: { command_id: string; now: Date },
): Promise<BookedDifference | null> {
  const { shop_id, id, number, tender, collected_fils, cash_fils } = row;
  const handed_in = await hasDifference(tx, delivery);
  await addRow(tx, 'delivery_corrections', { ...row, recorded_at: now });
  const order = { shop_id, id: row.order_id };
  await recordOrderEvent(tx, actor, order, {
    kind: 'corrected',
    detail: {
      correction_id: id,
      number,
      ...{ tender, collected_fils, cash_fils },
      before_tender: delivery.tender,
      before_collected_fils: delivery.collected_fils,
      before_cash_fils: delivery.cash_fils,
    },
  });
  if (cash_fils === delivery.cash_fils) return null;
  const { confirmation_id, user_id } = row;
  const rebooked = { correction_id: id, cash_fils, command_id, occurred_at: now };
  await rebookDelivery(tx, { shop_id, confirmation_id, user_id }, rebooked);
  return handed_in ? bookShortOrOver(tx, actor, delivery, row, { command_id, now }) : null;
}

/** More cash than was handed over leaves the person short; less leaves an over. */
async function bookShortOrOver(
  tx: Tx,
  actor: Staff | Operator,
  delivery: CorrectedDelivery,
  { id: correction_id, user_id, cash_fils, reason }: CorrectionRow,
  by: { command_id: string; now: Date },
): Promise<BookedDifference | null> {
  const change_fils = cash_fils - delivery.cash_fils;
  const account = change_fils > 0 ? 'shortage' : 'over';
  const amount_fils = Math.abs(change_fils);
  const difference = { correction_id, user_id, account, amount_fils, reason } as const;
  const id = await bookDifference(tx, actor, difference, by);
  return id === null ? null : { id, account, amount_fils };
}
