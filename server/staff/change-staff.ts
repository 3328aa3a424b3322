import type { Role } from '../../contract/rules/roles.ts';
import { cashOf } from '../cash/balances.ts';
import { openDifferencesOf } from '../cash/differences.ts';
import { cardMachinesWith } from '../handovers/card-machines.ts';
import { type LockedStaff, lockStaff, readEmail, type StaffRecord } from '../identity/find-staff.ts';
import { assertShop } from '../identity/shops.ts';
import type { Change, Operation } from '../operations/operation.ts';
import { commandRoute } from '../operations/route.ts';
import { assertNoOpenOrders, lockDrivers } from '../orders/status/driver-status.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { readFullName } from './add-staff.ts';
import { assertMayLoseRole } from './assert-may-lose-role.ts';

/** Absent fields stay unchanged. */
type StaffChange = {
  user_id: string;
  email?: string | undefined;
  full_name?: string | undefined;
  role?: Role | undefined;
  shop_id?: number | undefined;
  /** True for a Manager who delivers from now on. */
  driver?: boolean | undefined;
};

type ChangedStaff = {
  email: string;
  full_name: string;
  role: string | null;
  shop_id: number;
  /** The driver record in the present shop; null if they do not deliver. */
  driver_id: number | null;
  /** The numbers of card machines still held by a user who leaves the shop. */
  card_machines: string[];
};

/**
 * Changes e-mail address, name, role or shop. The driver record follows: it gets the new name; a new Driver
 * gets a new record, and so does a user who delivers in the new shop, while the record in the old shop
 * remains with its deliveries. A user with open orders cannot change driver record or shop, and a user who
 * holds cash, or has an open shortage or over, cannot change the shop. Throws `not_found`, `invalid_input`,
 * `already_exists`, `own_account`, `last_admin`, `has_open_orders`, `holds_cash`.
 */
export async function changeStaff(
  tx: Tx,
  actor: Actor,
  change: StaffChange,
  { changed, unchanged }: Operation,
): Promise<ChangedStaff> {
  const before = await lockStaff(tx, actor.shop_id, change.user_id);
  const { user_id } = before;
  const email = change.email === undefined ? before.email : readEmail(change.email);
  const full_name = change.full_name === undefined ? before.full_name : readFullName(change.full_name);
  const role = change.role ?? before.role;
  const shop_id = change.shop_id ?? before.shop_id;
  const moves = shop_id !== before.shop_id;
  if (change.driver && role === 'Admin') throw Problem.ofField({ field: 'driver' });
  if (role !== before.role) assertMayLoseRole(actor, before);
  // A user who leaves the shop or stops delivering must have no open orders.
  if (before.driver_id !== null && (moves || role === 'Admin')) {
    await lockDrivers(tx, before.shop_id, [before.driver_id]);
    await assertNoOpenOrders(tx, { shop_id: before.shop_id, driver_id: before.driver_id });
  }
  if (moves) await assertMayMove(tx, before, shop_id);
  const kept_record = before.driver_id !== null && role !== 'Admin';
  const delivers = role === 'Driver' || kept_record || change.driver === true;
  const written = { user_id, email, full_name, role, shop_id, delivers };
  const driver_id = await writeRecords(tx, before.shop_id, written);
  const after = { email, full_name, role, shop_id, driver_id };
  if (isSame(before, after)) unchanged();
  else changed(changeOf(before, after));
  return { ...after, card_machines: moves ? await cardMachinesWith(tx, user_id) : [] };
}

export const changeStaffRoute = commandRoute(
  'change_staff',
  async (tx, actor, { staff_id, ...change }, running) => {
    await changeStaff(tx, actor, { ...change, user_id: staff_id }, running);
    return { staff_id };
  },
);

type Changed = Omit<ChangedStaff, 'card_machines'>;
type Written = Omit<Changed, 'driver_id'> & { user_id: string; delivers: boolean };

/**
 * Writes the records of a user. Returns the driver record of a user who delivers. Throws `already_exists`,
 * also for an e-mail address in another shop.
 */
async function writeRecords(tx: Tx, from_shop_id: number, to: Written): Promise<number | null> {
  const { user_id, email, full_name, role, shop_id, delivers } = to;
  const writing = sql<{ driver_id: number | null }>`
    select * from change_staff_records(${from_shop_id}, ${user_id}::uuid, ${email}, ${full_name}, ${role}, ${shop_id}, ${delivers})`;
  const written = await firstRow(tx, writing);
  if (!written) throw Problem.about('already_exists', { what: 'staff', email });
  return written.driver_id;
}

/**
 * Cash, shortages and overs stay with the shop in which they arose; a trigger enforces the same.
 */
async function assertMayMove(tx: Tx, before: StaffRecord, to_shop_id: number): Promise<void> {
  await assertShop(tx, to_shop_id);
  const { shop_id, user_id, full_name } = before;
  const { cash_on_hand_fils, waiting_fils } = await cashOf(tx, shop_id, user_id);
  const open_fils = await openDifferencesOf(tx, shop_id, user_id);
  if (cash_on_hand_fils === 0 && waiting_fils === 0 && open_fils === 0) return;
  const held_fils = cash_on_hand_fils + waiting_fils;
  throw Problem.about('holds_cash', { full_name, shop_id, held_fils, open_fils });
}

function isSame(before: StaffRecord, after: Changed): boolean {
  // The record of a user who no longer delivers remains, but no longer counts as theirs.
  const same_record = after.driver_id === null || after.driver_id === before.driver_id;
  const { email, full_name, role, shop_id } = after;
  const same_person = before.email === email && before.full_name === full_name;
  return same_record && same_person && before.role === role && before.shop_id === shop_id;
}

/** Notifies the desks of both shops, and the user if permissions changed, so that sessions reload them. */
function changeOf({ user_id, ...before }: LockedStaff, after: Changed): Change {
  type Access = Pick<Changed, 'role' | 'shop_id' | 'driver_id'>;
  const facts = ({ role, shop_id, driver_id }: Access) => ({ role, shop_id, driver_id });
  const touched = { topic: 'staff', subject_id: user_id, audience: 'desk', user_ids: [user_id] } as const;
  const elsewhere = before.shop_id === after.shop_id ? [] : [{ ...touched, shop_id: after.shop_id }];
  const theirs = { topic: 'sessions', audience: 'users', user_ids: [user_id] } as const;
  const same_access = before.role === after.role && before.shop_id === after.shop_id;
  return {
    what: 'change_staff',
    subject_id: user_id,
    before: facts(before),
    after: facts(after),
    personal_fields: (['email', 'full_name'] as const).filter((field) => before[field] !== after[field]),
    touched: [touched, ...elsewhere, ...(same_access ? [] : [theirs])],
  };
}
