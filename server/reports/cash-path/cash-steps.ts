import type { VoidableRecord } from '../../../contract/rules/approvals.ts';
import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import type { BeyondStaff, MovementReason } from '../../../contract/rules/reports/reports.ts';
import type { CashStep } from '../../../contract/schemas/cash-paths.ts';
import type { CashHolder } from '../../../contract/schemas/cash-records.ts';
import type { Movement } from '../../cash/movements.ts';
import { isVoided } from '../../cash/voids/is-voided.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { ORDER_OF_SOURCE } from '../order-of-source.ts';

type Row = {
  id: string;
  reason: MovementReason;
  amount_fils: number;
  occurred_at: Date;
  recorded_at: Date;
  waiting: boolean;
  from_holder: 'staff' | BeyondStaff;
  from_user_id: string | null;
  from_name: string | null;
  to_holder: 'staff' | BeyondStaff;
  to_user_id: string | null;
  to_name: string | null;
  source_type: Movement['source_type'];
  source_id: string;
  is_collection: boolean;
  voided: boolean;
  /** The end of day of a difference, or the voided record. */
  record_id: string | null;
  record_type: VoidableRecord | null;
  reference: string | null;
  order_id: string | null;
  order_number: string | null;
};

export type StepWithOrder = CashStep & { order: { order_id: string; order_number: string } | null };

/** Reads what is displayed of each of these movements: the holders, the time and the record it belongs to. */
export async function stepsOf(
  tx: Tx,
  shop_id: number,
  ids: Iterable<string>,
): Promise<(movement_id: string) => StepWithOrder> {
  const { rows } = await sql<Row>`
    select m.id, m.reason, m.amount_fils, m.occurred_at, m.recorded_at, m.posted_at is null as waiting, m.from_holder, m.from_user_id,
      coalesce(g.full_name, case when m.from_holder in ('shortage', 'over', 'expense') then n.full_name end) as from_name,
      m.to_holder, m.to_user_id, coalesce(t.full_name, case when m.to_holder in ('shortage', 'over', 'expense') then n.full_name end) as to_name,
      m.source_type, m.source_id, coalesce(d.handover_id, sd.handover_id, v.record_id) as record_id,
      case when v.id is not null then v.record_type when coalesce(d.id, sd.id) is not null then 'handover' end as record_type,
      coalesce(h.handover_type = 'collection', false) as is_collection, coalesce(v.reference, s.reference, h.handover_reference, b.reference, f.reference, x.reference) as reference,
      case m.source_type when 'cash_handover' then ${isVoided('handover', sql`h`)} when 'bank_deposit' then ${isVoided('deposit', sql`b`)}
        when 'cash_float' then ${isVoided('float', sql`f`)} else false end as voided,
      o.id as order_id, o.order_number
    from cash_movements m
    left join profiles g on g.id = m.from_user_id
    left join profiles t on t.id = m.to_user_id
    left join profiles n on n.id = m.account_user_id
    left join cash_differences d on m.source_type = 'cash_difference' and d.shop_id = m.shop_id and d.id = m.source_id
    left join cash_settlements s on m.source_type = 'cash_settlement' and s.shop_id = m.shop_id and s.id = m.source_id
    left join cash_differences sd on sd.shop_id = s.shop_id and sd.id = s.difference_id
    left join cash_voids v on m.source_type = 'cash_void' and v.shop_id = m.shop_id and v.id = m.source_id
    left join delivery_confirmations c on m.source_type = 'delivery_confirmation' and c.shop_id = m.shop_id and c.id = m.source_id
    left join order_payments y on m.source_type = 'order_payment' and y.shop_id = m.shop_id and y.id = m.source_id
    left join delivery_corrections k on m.source_type = 'delivery_correction' and k.shop_id = m.shop_id and k.id = m.source_id
    left join expenses x on m.source_type = 'expense' and x.shop_id = m.shop_id and x.id = m.source_id
    left join orders o on o.shop_id = m.shop_id and o.id = ${ORDER_OF_SOURCE}
    left join cash_handovers h on h.shop_id = m.shop_id
      and h.id = case when m.source_type = 'cash_handover' then m.source_id when d.id is not null then d.handover_id
        when sd.id is not null then sd.handover_id else v.record_id end
    left join bank_deposits b on m.source_type = 'bank_deposit' and b.shop_id = m.shop_id and b.id = m.source_id
    left join cash_floats f on m.source_type = 'cash_float' and f.shop_id = m.shop_id and f.id = m.source_id
    where m.shop_id = ${shop_id} and m.id = any(${[...new Set(ids)]}::uuid[])`.execute(tx);
  const steps = new Map(rows.map((row) => [row.id, toStep(row)]));
  return (id) => {
    const step = steps.get(id);
    if (!step) throw new Error('A followed movement does not exist');
    return step;
  };
}

function toStep(row: Row): StepWithOrder {
  const { id, reason, amount_fils, waiting, voided, order_id, order_number } = row;
  return {
    movement_id: id,
    ...{ reason, amount_fils, waiting, voided },
    from: holderOf(row.from_holder, row.from_user_id, row.from_name),
    to: holderOf(row.to_holder, row.to_user_id, row.to_name),
    occurred_at: row.occurred_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    record: recordOf(row),
    order: order_id === null || order_number === null ? null : { order_id, order_number },
  };
}

function holderOf(
  holder: CashHolder['holder'],
  user_id: string | null,
  full_name: string | null,
): CashHolder {
  return { holder, user_id, full_name };
}

/** The sources whose record is a delivery: its own, a correction of it, or a later payment of its order. */
const OF_DELIVERIES: readonly string[] = ['delivery_confirmation', 'delivery_correction', 'order_payment'];

const KINDS: Partial<Record<Row['source_type'], CashRecordKind>> = {
  bank_deposit: 'deposit',
  cash_float: 'float',
  cash_handover: 'handover',
};

function recordOf({
  source_type,
  source_id,
  is_collection,
  reference,
  order_number,
  record_id,
  record_type,
}: Row): CashStep['record'] {
  if (OF_DELIVERIES.includes(source_type))
    return { kind: 'delivery', id: source_id, reference: order_number ?? '' };
  const kind = is_collection ? 'collection' : (KINDS[source_type] ?? record_type);
  return kind ? { kind, id: record_id ?? source_id, reference: reference ?? '' } : null;
}

/** Removes the order, which is not part of the response. */
export function withoutOrder({ order: _, ...step }: StepWithOrder): CashStep {
  return step;
}
