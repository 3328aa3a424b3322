import type { CashPath, CashRoute } from '../../../contract/operations/desk/cash/read-cash-path.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { cashLines } from './cash-lines.ts';
import { stepsOf, withoutOrder } from './cash-steps.ts';
import { grouped } from './grouped.ts';
import { type CashTransfer, type End, type Followed, follow } from './oldest-first.ts';

/** Limits for each delivery: the parts of its cash, and the holders through which each part is followed. */
const BOUNDS = { ends: 60, hands: 60 };

type Brought = CashTransfer & { delivery_id: string; amount_fils: number };

/**
 * Follows the cash of each delivery of an order, as corrected, and of later payments, to the bank or its
 * present holder. Throws `not_found`.
 */
export async function readCashPath(tx: Tx, shop_id: number, order_id: string): Promise<CashPath> {
  const order = await findRow(tx, 'orders', { shop_id, id: order_id }, ['id']);
  if (!order) throw Problem.about('not_found', { what: 'order_id' });
  const asking = sql<Brought>`
    select m.id, m.from_user_id, m.to_user_id, m.amount_fils, b.id as delivery_id
    from (
      select shop_id, id, 'delivery_confirmation' as type from delivery_confirmations where shop_id = ${shop_id} and order_id = ${order_id}
      union all
      select shop_id, id, 'delivery_correction' from delivery_corrections where shop_id = ${shop_id} and order_id = ${order_id}
      union all
      select shop_id, id, 'order_payment' from order_payments where shop_id = ${shop_id} and order_id = ${order_id}
    ) b
    join cash_movements m on m.shop_id = b.shop_id and m.source_type = b.type and m.source_id = b.id and m.from_holder = 'customers'
    where not exists (select from cash_movements r where r.shop_id = m.shop_id and r.reverses = m.id)
    order by m.recorded_at, m.id`;
  const { rows } = await asking.execute(tx);
  const book = cashLines(tx, shop_id);
  const found: [Brought, Followed][] = [];
  for (const movement of rows) {
    const asked = { movement, offset_fils: 0, until_fils: movement.amount_fils };
    found.push([movement, await follow(book, 'on', asked, BOUNDS)]);
  }
  const stepOf = await stepsOf(
    tx,
    shop_id,
    found.flatMap(([, { ends }]) => ends.flatMap(({ trail }) => trail)),
  );
  const routeOf = (ends: readonly End[]): CashRoute[] => {
    const [first] = ends;
    if (!first) return [];
    return [
      {
        amount_fils: ends.reduce((sum, { fils }) => sum + fils, 0),
        steps: first.trail.map((id) => withoutOrder(stepOf(id))),
        end: first.end === 'outside' ? 'left' : first.end === 'line' ? 'held' : 'far',
      },
    ];
  };
  return {
    deliveries: found.map(([{ delivery_id, amount_fils }, { ends, until_fils }]) => ({
      id: delivery_id,
      amount_fils,
      // Parts with the same movements form one route.
      routes: [...grouped(ends, ({ trail }) => trail.join()).values()].flatMap(routeOf),
      not_followed_fils: amount_fils - until_fils,
    })),
  };
}
