import type { DeliveryConflict } from '../../../contract/rules/orders/delivery-conflicts.ts';
import type { RecordedTender } from '../../../contract/rules/orders/takings.ts';
import { leavesDifference } from '../../cash/corrections/leaves-difference.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';

/** The facts of a delivery that a correction replaces. */
export type DeliveryFacts = {
  customer_name: string;
  tender: RecordedTender | null;
  collected_fils: number;
  cash_fils: number;
  due_fils: number;
  rounding_fils: number;
  link_fils: number;
  link_reference: string | null;
  transfer_fils: number;
  transfer_reference: string | null;
  refund_fils: number;
  short_reason: string | null;
};

/** A delivery with its present facts: as recorded, or as its last correction left them. */
export type CorrectedDelivery = DeliveryFacts & {
  shop_id: number;
  confirmation_id: string;
  order_id: string;
  order_number: string;
  driver_id: number;
  /** The user who delivered. */
  user_id: string;
  outcome: 'delivered' | 'recorded_with_conflict';
  conflict: DeliveryConflict | null;
  delivered_at: Date;
  recorded_at: Date;
  /** The number of its corrections. */
  corrections: number;
  /** True if the shop rounds cash due, or did when the delivery was recorded. */
  rounds_cash: boolean;
  time_zone: string;
};

type Key = { confirmation_id: string } | { command_id: string; user_id: string };

/** Reads a delivery of a locked order. Throws `not_found`. */
export async function readCorrected(
  tx: Tx,
  { shop_id, order_id }: { shop_id: number; order_id: string },
  key: Key,
): Promise<CorrectedDelivery> {
  const which =
    'command_id' in key
      ? sql`c.user_id = ${key.user_id}::uuid and c.command_id = ${key.command_id}::uuid`
      : sql`c.id = ${key.confirmation_id}::uuid`;
  const reading = sql<CorrectedDelivery>`
    select f.*, o.order_number, s.time_zone, s.rounds_cash or f.rounding_fils > 0 as rounds_cash,
      (select count(*)::int from delivery_corrections k where k.shop_id = f.shop_id and k.confirmation_id = f.confirmation_id) as corrections
    from delivery_confirmations c
    join delivery_facts f on f.shop_id = c.shop_id and f.confirmation_id = c.id
    join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    join shops s on s.id = c.shop_id
    where c.shop_id = ${shop_id} and c.order_id = ${order_id}::uuid and ${which}`;
  const found = await firstRow(tx, reading);
  if (!found) throw new Problem('not_found');
  return found;
}

/** True if the person has handed in cash since the delivery was recorded. Read under the balance's lock. */
export async function hasHandedIn(
  tx: Tx,
  { shop_id, user_id, recorded_at }: Pick<CorrectedDelivery, 'shop_id' | 'user_id' | 'recorded_at'>,
): Promise<boolean> {
  const reading = sql<{ handed_in: boolean }>`
    select has_handed_in(${shop_id}, ${user_id}::uuid, ${recorded_at}::timestamptz) as handed_in`;
  return (await firstRow(tx, reading))?.handed_in ?? false;
}

/** True if a correction leaves a shortage or an over. Read under the balance's lock. */
export async function hasDifference(
  tx: Tx,
  { shop_id, confirmation_id }: Pick<CorrectedDelivery, 'shop_id' | 'confirmation_id'>,
): Promise<boolean> {
  const reading = sql<{ differs: boolean }>`
    select ${leavesDifference(shop_id, sql`c`)} as differs
    from delivery_confirmations c where c.shop_id = ${shop_id} and c.id = ${confirmation_id}::uuid`;
  return (await firstRow(tx, reading))?.differs ?? false;
}
