import { type NameKind, nameKey, paymentMeaning } from '../../../contract/rules/import/source-names.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { type OwnNames, readOwnNames } from './own-names.ts';

/** A name without a meaning, and the number of orders that wait for one. */
export type NameToDefine = { kind: NameKind; key: string; name: string; waiting_orders: number };

/**
 * The names that a user has to define: those in the shop's table and those of waiting orders. The latter may
 * be missing in the table if it is full or the order has no payment name.
 */
export async function readNamesToDefine(tx: Tx, shop_id: number): Promise<NameToDefine[]> {
  const reading = sql<{ payment_names: string[]; orders: number }>`
    select payment_names, count(*)::int as orders from orders
    where shop_id = ${shop_id}::int and waits_because = 'payment_unknown' and payment_names is not null
      and status in ('picking', 'packed') group by payment_names`;
  const [own, { rows }] = await Promise.all([readOwnNames(tx, shop_id), reading.execute(tx)]);
  const names = new Map<string, NameToDefine>();
  const add = (kind: NameKind, name: string, orders: number) => {
    const key = nameKey(name);
    const id = `${kind} ${key}`;
    const waiting_orders = (names.get(id)?.waiting_orders ?? 0) + orders;
    names.set(id, { name, ...names.get(id), kind, key, waiting_orders });
  };
  for (const { payment_names, orders } of rows)
    for (const name of undefinedOf(payment_names, own)) add('payment', name, orders);
  for (const kind of ['payment', 'status'] as const)
    for (const [key, meaning] of own[kind]) if (meaning === null) add(kind, key, 0);
  return [...names.values()];
}

/** Returns the undefined names among these, each once, whatever its spelling. */
function undefinedOf(payment_names: readonly string[], own: OwnNames): string[] {
  const by_key = new Map(
    (payment_names.length === 0 ? [''] : payment_names).map((name) => [nameKey(name), name]),
  );
  return [...by_key.values()].filter((name) => paymentMeaning(name, own.payment) === undefined);
}
