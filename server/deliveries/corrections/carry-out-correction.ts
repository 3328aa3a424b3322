import type { Operator, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { bookCorrection } from './book-correction.ts';
import { hasDifference, readCorrected } from './corrected-delivery.ts';
import { admitReferences, type CorrectionRow } from './correction-row.ts';

/** A correction as the request for its approval stores it. */
export type RequestedCorrection = Omit<CorrectionRow, 'occurred_at'> & { occurred_at: string };

/** Locks the order of a requested correction; the balance is locked after it. */
export async function lockCorrected(tx: Tx, { shop_id, order_id }: RequestedCorrection): Promise<void> {
  await sql`select from orders where shop_id = ${shop_id} and id = ${order_id}::uuid for update`.execute(tx);
}

/**
 * Returns what a correction would change by the present facts: cash on hand, or a shortage or an over if the
 * cash was handed over. `changes` is 0 for both if the cash stays.
 */
export async function correctionDelta(
  tx: Tx,
  requested: RequestedCorrection,
): Promise<{ change_fils: number; handed_in: boolean }> {
  const delivery = await readCorrected(tx, requested, { confirmation_id: requested.confirmation_id });
  const change_fils = requested.cash_fils - delivery.cash_fils;
  return { change_fils, handed_in: await hasDifference(tx, delivery) };
}

/**
 * Records an approved correction. Throws `delivery_corrected` if the delivery was corrected since the
 * request, and `payment_received`.
 */
export async function addCorrection(
  tx: Tx,
  actor: Staff | Operator,
  { occurred_at, ...requested }: RequestedCorrection,
  { approval_id, ...by }: { approval_id: string; command_id: string; now: Date },
): Promise<CorrectionRow> {
  const delivery = await readCorrected(tx, requested, { confirmation_id: requested.confirmation_id });
  if (requested.number !== delivery.corrections + 1) throw new Problem('delivery_corrected');
  await admitReferences(tx, delivery, requested);
  const row = { ...requested, occurred_at: new Date(occurred_at) };
  await bookCorrection(tx, actor, delivery, { ...row, approval_id }, by);
  return row;
}
