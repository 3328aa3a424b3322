import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { type Holder, postMovement } from '../movements.ts';

type Delivery = { shop_id: number; confirmation_id: string; user_id: string };
type Rebooked = {
  correction_id: string;
  /** The delivery's cash after the correction; 0: nothing is booked again. */
  cash_fils: number;
  command_id: string;
  occurred_at: Date;
};

/**
 * Reverses the movement that booked a delivery's cash, and books the corrected cash again. Called if the cash
 * changes; the person's balance is locked.
 */
export async function rebookDelivery(
  tx: Tx,
  delivery: Delivery,
  { correction_id, cash_fils, command_id, occurred_at }: Rebooked,
): Promise<void> {
  const { shop_id, user_id } = delivery;
  const person: Holder = { holder: 'staff', user_id };
  const customers: Holder = { holder: 'customers' };
  const movement = {
    shop_id,
    reason: 'correction',
    source_type: 'delivery_correction',
    source_id: correction_id,
    command_id,
    occurred_at,
    may_wait: false,
  } as const;
  const earlier = await findBooked(tx, delivery);
  if (earlier) {
    const { id: reverses, amount_fils } = earlier;
    await postMovement(tx, { ...movement, from: person, to: customers, amount_fils, leg: 1, reverses });
  }
  if (cash_fils === 0) return;
  await postMovement(tx, { ...movement, from: customers, to: person, amount_fils: cash_fils, leg: 2 });
}

/** Finds the movement that booked the delivery's present cash; undefined without cash. */
function findBooked(
  tx: Tx,
  { shop_id, confirmation_id }: Delivery,
): Promise<{ id: string; amount_fils: number } | undefined> {
  const finding = sql<{ id: string; amount_fils: number }>`
    select m.id, m.amount_fils from cash_movements m
    where m.shop_id = ${shop_id} and m.from_holder = 'customers' and m.to_holder = 'staff'
      and (m.source_type = 'delivery_confirmation' and m.source_id = ${confirmation_id}::uuid
        or m.source_type = 'delivery_correction' and m.source_id in (
          select k.id from delivery_corrections k
          where k.shop_id = ${shop_id} and k.confirmation_id = ${confirmation_id}::uuid))
      and not exists (select from cash_movements r where r.shop_id = m.shop_id and r.reverses = m.id)`;
  return firstRow(tx, finding);
}
