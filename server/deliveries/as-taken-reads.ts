import type { DeliverAsTaken } from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { startTogether } from '../platform/database/transactions.ts';

/** The contents of an order, against which the goods that were taken are checked. */
export type OrderedGoods = {
  subtotal_fils: number;
  discount_fils: number;
  shipping_fils: number;
  tax_fils: number;
  paid_amount_fils: number;
  lines: {
    id: string;
    name: string;
    qty: number;
    picked_qty: number | null;
    unit_price_fils: number;
    tax_fils: number | null;
  }[];
  /** The changed parts of the order, as its events name them, since it was first assigned to the actor. */
  changed_on_the_way: string[];
};

/** Sends the reads that only some deliveries as taken need. The order is locked already. */
export function sendAsTakenReads(tx: Tx, input: DeliverAsTaken) {
  return startTogether({
    goods: input.part ? readOrderedGoods(tx, input.order_id) : Promise.resolve(undefined),
    rounds_cash: input.taken.rounding_fils > 0 ? readRoundsCash(tx) : Promise.resolve(false),
    has_consent: input.consent_id === null ? Promise.resolve(false) : hasConsent(tx, input),
  });
}

function readOrderedGoods(tx: Tx, order_id: string): Promise<OrderedGoods | undefined> {
  const reading = sql<OrderedGoods>`
    select o.subtotal_fils, o.discount_fils, o.shipping_fils, o.tax_fils, o.paid_amount_fils,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', p.name, 'qty', l.qty, 'picked_qty', l.picked_qty,
          'unit_price_fils', l.unit_price_fils, 'tax_fils', case when not o.taxes_included then l.tax_fils end) order by l.position), '[]')
        from order_line_items l join products p on p.shop_id = l.shop_id and p.id = l.product_id
        where l.shop_id = o.shop_id and l.order_id = o.id) as lines,
      array(select distinct unnest(string_to_array(e.detail ->> 'changed', ', ')) from order_events e
        where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'updated' and e.recorded_at >= (select min(a.assigned_at) from order_assignments a
            where a.shop_id = o.shop_id and a.order_id = o.id and a.driver_id = actor.driver_id())) as changed_on_the_way
    from orders o where o.shop_id = actor.shop_id() and o.id = ${order_id}::uuid`;
  return firstRow(tx, reading);
}

async function readRoundsCash(tx: Tx): Promise<boolean> {
  const reading = sql<{ rounds_cash: boolean }>`select rounds_cash from shops where id = actor.shop_id()`;
  return (await oneRow(tx, reading)).rounds_cash;
}

/** True if the desk has approved the actor's request to hand over this order without payment. */
async function hasConsent(tx: Tx, { consent_id, order_id }: DeliverAsTaken): Promise<boolean> {
  const approved = await firstRow(
    tx,
    sql`
      select from approvals a join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
      where a.shop_id = actor.shop_id() and a.id = ${consent_id}::uuid and a.kind = 'unpaid' and a.user_id = actor.user_id()
        and a.record ->> 'order_id' = ${order_id} and d.outcome = 'approved'`,
  );
  return approved !== undefined;
}
