import { sql } from 'kysely';
import type { Role } from '../../contract/rules/roles.ts';
import { cashOf } from '../cash/balances.ts';
import { cardMachinesWith } from '../handovers/card-machines.ts';
import { lockStaff, type StaffRecord } from '../identity/find-staff.ts';
import { assertShop } from '../identity/shops.ts';
import type { Change, Operation } from '../operations/operation.ts';
import { assertNoOpenOrders } from '../orders/driver-status.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { changeRows, findRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { addDriver, readFullName } from './add-staff.ts';

/** What is not given stays. */
type StaffChange = {
  user_id: string;
  full_name?: string | undefined;
  role?: Role | undefined;
  shop_id?: number | undefined;
};

type ChangedStaff = {
  full_name: string;
  role: string | null;
  shop_id: number;
  /** In the shop they are in now; null when they do not deliver. */
  driver_id: number | null;
  /** The numbers of the card machines that somebody who leaves the shop still has. */
  card_machines: string[];
};

/**
 * Changes name, role or shop. The driver record follows: its name, one for whoever becomes a Driver, and one in the new shop for
 * whoever delivers; the one in the old shop stays with what was delivered there. Whoever has open orders keeps record and shop, whoever
 * holds cash the shop. Throws `not_found`, `invalid_input`, `has_open_orders`, `holds_cash`.
 */
export async function changeStaff(
  tx: Tx,
  actor: Actor,
  change: StaffChange,
  { changed, unchanged }: Operation,
): Promise<ChangedStaff> {
  const before = await lockStaff(tx, actor.shop_id, change.user_id);
  const { user_id } = before;
  const full_name = change.full_name === undefined ? before.full_name : readFullName(change.full_name);
  const role = change.role ?? before.role;
  const shop_id = change.shop_id ?? before.shop_id;
  const moves = shop_id !== before.shop_id;
  // The driver record of somebody who leaves the shop, or delivers no more, has no order left to deliver.
  if (before.driver_id !== null && (moves || role === 'Admin')) {
    await assertNoOpenOrders(tx, { shop_id: before.shop_id, driver_id: before.driver_id });
  }
  if (moves) await assertMayMove(tx, before, shop_id);
  const profile = { full_name, role, shop_id, updated_at: sql<Date>`now()` };
  await changeRows(tx, 'profiles', { id: user_id }, profile);
  await changeRows(tx, 'drivers', { user_id }, { full_name });
  const delivers = role === 'Driver' || (before.driver_id !== null && role !== 'Admin');
  const driver_id = delivers ? await driverIn(tx, shop_id, user_id, full_name) : null;
  const after = { full_name, role, shop_id, driver_id };
  if (isSame(before, after)) unchanged();
  else changed(changeOf(before, after));
  return { ...after, card_machines: moves ? await cardMachinesWith(tx, user_id) : [] };
}

type Changed = Omit<ChangedStaff, 'card_machines'>;

/** Cash stays with the shop it was taken in (ruling A7); a trigger holds the same. */
async function assertMayMove(tx: Tx, before: StaffRecord, to_shop_id: number): Promise<void> {
  await assertShop(tx, to_shop_id);
  const { shop_id, user_id, full_name } = before;
  const { cash_on_hand_fils, waiting_fils } = await cashOf(tx, shop_id, user_id);
  if (cash_on_hand_fils === 0 && waiting_fils === 0) return;
  throw Problem.about('holds_cash', { full_name, shop_id, held_fils: cash_on_hand_fils + waiting_fils });
}

async function driverIn(tx: Tx, shop_id: number, user_id: string, full_name: string): Promise<number> {
  const driver = await findRow(tx, 'drivers', { shop_id, user_id }, ['id']);
  return driver?.id ?? addDriver(tx, shop_id, user_id, full_name);
}

function isSame(before: StaffRecord, after: Changed): boolean {
  // The record of whoever is no driver any more stays; theirs it is no longer.
  const same_record = after.driver_id === null || after.driver_id === before.driver_id;
  const { full_name, role, shop_id } = after;
  return same_record && before.full_name === full_name && before.role === role && before.shop_id === shop_id;
}

/** For the desk of both shops, and for whom it is about: what their sessions may see is another thing now. */
function changeOf({ user_id, ...before }: StaffRecord, after: Changed): Change {
  const facts = ({ role, shop_id, driver_id }: Omit<Changed, 'full_name'>) => ({ role, shop_id, driver_id });
  const touched = { topic: 'staff', subject_id: user_id, audience: 'desk', user_ids: [user_id] } as const;
  const elsewhere = before.shop_id === after.shop_id ? [] : [{ ...touched, shop_id: after.shop_id }];
  const sessions = { topic: 'sessions', audience: 'users', user_ids: [user_id] } as const;
  const sees_other = before.role !== after.role || before.shop_id !== after.shop_id;
  return {
    what: 'change_staff',
    subject_id: user_id,
    before: facts(before),
    after: facts(after),
    personal_fields: before.full_name === after.full_name ? [] : ['full_name'],
    touched: [touched, ...elsewhere, ...(sees_other ? [sessions] : [])],
  };
}
