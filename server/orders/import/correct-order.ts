import { cellFaultText } from '../../../contract/rules/import/cell-faults.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { changeRows } from '../../platform/database/rows.ts';
import type { NewOrder } from '../contents/new-order.ts';
import { personalFieldsOf, updateOrder } from '../contents/update-order.ts';
import { withDefinedPayments } from '../incoming/with-defined-payments.ts';
import { type LockedShopOrder, lockShopOrder } from '../lock-shop-order.ts';
import { orderChange } from '../order-events.ts';
import type { MissingField } from './fill-missing-fields.ts';
import { findExistingOrders } from './find-existing-orders.ts';
import type { Difference } from './order-differences.ts';

type Correcting = {
  order_id: string;
  order: NewOrder;
  missing_fields?: readonly MissingField[] | undefined;
  /** The version on which a user decided; undefined if no user viewed the order before. */
  seen_version?: number | undefined;
};

/**
 * `left`: it differs and stays unchanged because of `because`; `changed_since`: it has changed since it was
 * seen.
 */
type Correction =
  | { outcome: 'unchanged' }
  | { outcome: 'updated'; differences: Difference[]; changed: string[] }
  | { outcome: 'left' | 'changed_since'; differences: Difference[]; because: string };

/**
 * Updates an open order of the shop to what its system reports. Its number, external id and creation time
 * identify the order and never change; an id is only added if there was none. Compares under the order's
 * lock, so that concurrent corrections run one after the other. Throws `not_found`.
 */
export async function correctOrder(
  tx: Tx,
  actor: Actor,
  correcting: Correcting,
  { now, changed, unchanged }: Operation,
): Promise<Correction> {
  const { shop_id } = actor;
  // Before the order's lock: a definition takes the locks in the same order.
  const [order = correcting.order] = await withDefinedPayments(tx, shop_id, [correcting.order], now);
  const locked = await lockShopOrder(tx, { shop_id, order_id: correcting.order_id });
  const correction = await correctLocked(tx, actor, locked, { ...correcting, order });
  if (correction.outcome === 'updated') {
    const names = correction.changed;
    const corrected = {
      what: 'correct_order',
      before: { due_amount_fils: locked.due_amount_fils },
      after: { due_amount_fils: order.due_amount_fils, changed: names },
      personal_fields: personalFieldsOf(names),
    } as const;
    changed(await orderChange(tx, locked, corrected));
  } else unchanged();
  return correction;
}

async function correctLocked(
  tx: Tx,
  actor: Actor,
  { shop_id, id, external_id, version }: LockedShopOrder,
  { order: reported, missing_fields, seen_version = version }: Correcting,
): Promise<Correction> {
  const found = (await findExistingOrders(tx, shop_id, [reported]))(reported, missing_fields);
  if (found === 'new' || found === 'same') return { outcome: 'unchanged' };
  const { order, differences, left_because } = found;
  const because = 'it has changed since it was seen';
  if (version !== seen_version) return { outcome: 'changed_since', differences, because };
  if (left_because !== null) return { outcome: 'left', differences, because: cellFaultText(left_because) };
  const adds_id = order.external_id !== null && external_id === null;
  if (adds_id) await changeRows(tx, 'orders', { shop_id, id }, { external_id: order.external_id });
  const changed = await updateOrder(tx, actor, { shop_id, order_id: id }, order);
  if (changed.length === 0 && !adds_id)
    return { outcome: 'left', differences, because: 'it is on the road and stays unchanged' };
  return { outcome: 'updated', differences, changed };
}
