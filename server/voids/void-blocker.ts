import type { ProblemFacts } from '../../contract/rules/problem-facts.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import { lastPaymentSince } from '../cash/voids/last-payment-since.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import type { Voidable } from './find-voidable.ts';

/**
 * Returns why a record cannot be voided any more, with the later record (ruling H7); null if it can.
 * `held_fils` is the receiver's locked balance; null without a receiver.
 */
export async function voidBlocker(
  tx: Tx,
  shop_id: number,
  record: Voidable,
  held_fils: number | null,
): Promise<ProblemFacts['void_blocked'] | null> {
  const ended = await referenceOf(tx, laterDayEnd(shop_id, record));
  if (ended) return { because: 'later_end_of_day', ...ended };
  const settled = await referenceOf(tx, settlementOf(shop_id, record));
  if (settled) return { because: 'settled', ...settled };
  if (record.card_machine_id !== null && (await hasMoved(tx, shop_id, record))) {
    return { because: 'machine_moved', ...(await laterMachineHandover(tx, shop_id, record)) };
  }
  if (held_fils !== null && record.amount_fils > 0 && held_fils < record.amount_fils) {
    const spent = await referenceOf(tx, lastPaymentSince(shop_id, record));
    return { because: 'below_zero', reference: spent?.reference ?? null };
  }
  return null;
}

type Reference = { reference: string | null };

const referenceOf = (tx: Tx, finding: Sql<Reference>) => firstRow(tx, finding);

function laterDayEnd(shop_id: number, { id, signer_ids, recorded_at }: Voidable): Sql<Reference> {
  return sql<Reference>`
    select h.handover_reference as reference from cash_handovers h
    where h.shop_id = ${shop_id} and h.handover_type = 'end' and h.staff_user_id = any(${signer_ids}::uuid[])
      and (h.recorded_at, h.id) > (${recorded_at}::timestamptz, ${id}::uuid) and not ${isVoided('handover', sql`h`)}
    order by h.recorded_at, h.id limit 1`;
}

/** The first settlement of the record's difference: of a late delivery, its order number. */
function settlementOf(shop_id: number, { difference_id }: Voidable): Sql<Reference> {
  return sql<Reference>`
    select coalesce(s.reference, o.order_number) as reference from cash_settlements s
    left join delivery_confirmations c on c.shop_id = s.shop_id and c.id = s.confirmation_id
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    where s.shop_id = ${shop_id} and s.difference_id = ${difference_id}::uuid
    order by s.recorded_at, s.id limit 1`;
}

/** True if the card machine, which is locked, is not where the record left it, or is retired. */
async function hasMoved(
  tx: Tx,
  shop_id: number,
  { card_machine_id, machine_to_driver_id }: Voidable,
): Promise<boolean> {
  const finding = sql<{ id: string }>`
    select id from card_machines
    where shop_id = ${shop_id} and id = ${card_machine_id}::uuid and retired_at is null
      and holder_driver_id is not distinct from ${machine_to_driver_id}::int`;
  return (await firstRow(tx, finding)) === undefined;
}

/** The first later handover of the card machine; the desk's returns have no reference. */
async function laterMachineHandover(
  tx: Tx,
  shop_id: number,
  { id, card_machine_id, recorded_at }: Voidable,
): Promise<Reference> {
  const later = await referenceOf(
    tx,
    sql<Reference>`
      select h.handover_reference as reference from cash_handovers h
      where h.shop_id = ${shop_id} and h.card_machine_id = ${card_machine_id}::uuid
        and (h.recorded_at, h.id) > (${recorded_at}::timestamptz, ${id}::uuid) and not ${isVoided('handover', sql`h`)}
      order by h.recorded_at, h.id limit 1`,
  );
  return later ?? { reference: null };
}
