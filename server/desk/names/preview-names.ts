import type {
  ChangedOrder,
  PaymentOfOrder,
} from '../../../contract/operations/desk/names/preview-names.schema.ts';
import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { type NameMeaning, nameKey } from '../../../contract/rules/import/source-names.ts';
import {
  findOrdersByNames,
  type PayingOrder,
  paymentByMeaning,
} from '../../orders/incoming/apply-meanings.ts';
import { type OwnNames, readOwnNames } from '../../orders/incoming/own-names.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { paymentKeys } from './define-names.ts';

/** The largest number of listed orders. */
const LISTED_MAX = 50;

type Row = PayingOrder & { id: string; order_number: string; driver_name: string | null };

/** Returns the orders that these definitions would change now; writes nothing. */
export async function previewNames(
  tx: Tx,
  { shop_id }: Staff,
  { names }: EndpointBody<'preview_names'>,
): Promise<EndpointResponse<'preview_names'>> {
  const own = withDefinitions(await readOwnNames(tx, shop_id), names);
  const ids = await findOrdersByNames(tx, shop_id, paymentKeys(names));
  const reading = sql<Row>`select o.id, o.order_number, o.status, o.refund, o.payment_names, o.told_due_fils, o.total_amount_fils,
      o.payment_method, o.pays_either, o.payment_status, o.paid_amount_fils, o.due_amount_fils, o.waits_because, d.full_name as driver_name
    from orders o left join drivers d on d.shop_id = o.shop_id and d.id = o.driver_id
    where o.shop_id = ${shop_id}::int and o.id = any(${ids}::uuid[]) order by o.created_at, o.id`;
  const { rows } = await reading.execute(tx);
  const changed = rows.flatMap((order) => changeOf(order, own) ?? []);
  return { total: changed.length, orders: changed.slice(0, LISTED_MAX) };
}

function changeOf(order: Row, own: OwnNames): ChangedOrder | null {
  const to = paymentByMeaning(order, own.payment);
  if (!to) return null;
  const { id, order_number, driver_name } = order;
  const taken_from = to.waits_because === null ? null : driver_name;
  return { order_id: id, order_number, from: paymentOf(order), to: paymentOf(to), taken_from };
}

function paymentOf({ payment_method, pays_either, due_amount_fils, waits_because }: PaymentOfOrder) {
  return { payment_method, pays_either, due_amount_fils, waits_because };
}

function withDefinitions(own: OwnNames, names: EndpointBody<'preview_names'>['names']): OwnNames {
  const defined = new Map<string, NameMeaning>(
    names.filter(({ kind }) => kind === 'payment').map(({ name, meaning }) => [nameKey(name), meaning]),
  );
  return { ...own, payment: new Map([...own.payment, ...defined]) as OwnNames['payment'] };
}
