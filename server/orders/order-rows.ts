import type { Selectable } from 'kysely';
import type { RequestState } from '../../contract/rules/approvals.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import type { Tables, Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';

export type OrderRow = Selectable<Tables['orders']> &
  Pick<Selectable<Tables['customers']>, 'first_name' | 'last_name' | 'phone' | 'phones'> & {
    /** The shop's country, if the customer's telephone text is not parsed yet. */
    country_to_parse: string | null;
  };

/** The columns of an `OrderRow`, from `WITH_CUSTOMERS`. */
export const ORDER_COLUMNS = sql`o.*, c.first_name, c.last_name, c.phone, c.phones, case when c.phones is null and c.phone is not null then
  (select s.country from shops s where s.id = o.shop_id) end as country_to_parse`;

/** Orders with their customers. */
export const WITH_CUSTOMERS = sql`orders o join customers c on c.shop_id = o.shop_id and c.id = o.customer_id`;

export type LineRow = Pick<
  Selectable<Tables['order_line_items']>,
  'order_id' | 'id' | 'qty' | 'picked_qty' | 'unit_price_fils' | 'line_total_fils' | 'external_id'
> &
  Pick<Selectable<Tables['products']>, 'name' | 'sku' | 'barcode'> & {
    /** The line's own tax that is not contained in its price; null if it is contained or not known. */
    tax_fils: number | null;
  };

/** The lines of these orders of the shop with their products, in order. */
export async function linesWithProducts(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.order_id, l.id, p.name, p.sku, p.barcode, l.qty, l.picked_qty, l.unit_price_fils, l.line_total_fils, l.external_id,
      case when not o.taxes_included then l.tax_fils end as tax_fils
    from order_line_items l join products p on p.shop_id = l.shop_id and p.id = l.product_id
    left join orders o on o.shop_id = l.shop_id and o.id = l.order_id
    where l.shop_id = ${shop_id} and l.order_id = any(${[...order_ids]}::uuid[]) order by l.order_id, l.position`.execute(
    tx,
  );
  return rows;
}

/**
 * The amount, in fils, that driver `d` collected for order `o` in confirmations with conflicts, as they are
 * after corrections; a customer does not pay it twice.
 */
export const COLLECTED_BY_DRIVER = sql<number>`(select coalesce(sum(f.collected_fils), 0)::bigint from delivery_facts f
  where f.shop_id = o.shop_id and f.order_id = o.id and f.user_id = d.user_id)`;

/**
 * The amount, in fils, that the actor has collected for this order in confirmations so far, by any tender, as
 * they are after corrections.
 */
export async function collectedByActor(tx: Tx, order_id: string): Promise<number> {
  const taken = sql<{ taken_fils: number }>`
    select coalesce(sum(collected_fils), 0)::bigint as taken_fils from delivery_facts
    where shop_id = actor.shop_id() and order_id = ${order_id}::uuid and user_id = actor.user_id()`;
  return (await oneRow(tx, taken)).taken_fils;
}

/** The amount that the actor has collected for an order, and their request about it. */
export type OwnPayments = {
  taken_fils: number;
  consent: NonNullable<OrderWithItems['consent']> | null;
};

/**
 * Like `collectedByActor`, for several orders, with the latest request of the last 30 days to hand each over
 * without payment.
 */
export async function ownPaymentsOfEach(
  tx: Tx,
  order_ids: readonly string[],
  now: Date,
): Promise<(order_id: string) => OwnPayments> {
  const reading = sql<{
    order_id: string;
    taken_fils: number;
    consent: string | null;
    outcome: RequestState;
    expires_at: Date;
  }>`
    select o.id as order_id, coalesce(t.taken_fils, 0)::bigint as taken_fils, c.id as consent, c.outcome, c.expires_at
    from unnest(${[...order_ids]}::uuid[]) as o (id)
    left join (
      select order_id, sum(collected_fils) as taken_fils from delivery_facts
      where shop_id = actor.shop_id() and order_id = any(${[...order_ids]}::uuid[]) and user_id = actor.user_id() group by order_id
    ) t on t.order_id = o.id
    left join (
      select distinct on (a.record ->> 'order_id') a.record ->> 'order_id' as order_id, a.id, a.expires_at,
        coalesce(d.outcome, case when a.expires_at > ${now}::timestamptz then 'pending' else 'expired' end) as outcome
      from approvals a left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
      where a.shop_id = actor.shop_id() and a.requested_by = actor.user_id() and a.kind = 'unpaid'
        and a.requested_at > ${now}::timestamptz - interval '30 days'
      order by a.record ->> 'order_id', a.requested_at desc, a.id desc
    ) c on c.order_id = o.id::text`;
  const { rows } = await reading.execute(tx);
  const own = new Map(rows.map((row) => [row.order_id, row]));
  return (order_id) => {
    const { taken_fils = 0, consent = null, outcome, expires_at } = own.get(order_id) ?? {};
    if (consent === null || !outcome || !expires_at) return { taken_fils, consent: null };
    return { taken_fils, consent: { approval_id: consent, outcome, expires_at: expires_at.toISOString() } };
  };
}
