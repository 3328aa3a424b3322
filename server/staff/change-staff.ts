import type { Role } from '../../contract/rules/roles.ts';
import { readEmail, unknownStaff } from '../identity/staff-email.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { addDriver, readFullName } from './staff.ts';

export type StaffChange = {
  full_name?: string | undefined;
  role?: Role | undefined;
  shop_id?: number | undefined;
};

export type ChangedStaff = {
  full_name: string;
  role: string | null;
  shop_id: number;
  /** In the shop they are in now; null when they do not deliver. */
  driver_id: number | null;
};

export type Staff = ChangedStaff & { user_id: string };

/** Each throws when something keeps the person where they are. */
export type LeaveChecks = {
  shop(staff: Staff): Promise<void>;
  driver_record(record: { shop_id: number; driver_id: number }): Promise<void>;
};

/**
 * Changes name, role or shop; what is not given stays. The driver record follows: its name, one for whoever becomes a Driver,
 * and one in the new shop for whoever delivers; the one in the old shop stays with what was delivered there. `may_leave` is asked
 * before anything changes. Throws `not_found`, `invalid_input`.
 */
export async function changeStaff(
  tx: Tx,
  email: string,
  change: StaffChange,
  may_leave: LeaveChecks,
): Promise<ChangedStaff> {
  const before = await lockStaff(tx, email);
  const full_name = change.full_name === undefined ? before.full_name : readFullName(change.full_name);
  const role = change.role ?? before.role;
  const shop_id = change.shop_id ?? before.shop_id;
  const { user_id, driver_id } = before;
  const moves = shop_id !== before.shop_id;
  if (driver_id !== null && (moves || role === 'Admin')) {
    await may_leave.driver_record({ shop_id: before.shop_id, driver_id });
  }
  if (moves) {
    await assertShop(tx, shop_id);
    await may_leave.shop(before);
  }
  await tx
    .updateTable('profiles')
    .set(({ fn }) => ({ full_name, role, shop_id, updated_at: fn<Date>('now', []) }))
    .where('id', '=', user_id)
    .execute();
  await tx.updateTable('drivers').set({ full_name }).where('user_id', '=', user_id).execute();
  const delivers = role === 'Driver' || (driver_id !== null && role !== 'Admin');
  return {
    full_name,
    role,
    shop_id,
    driver_id: delivers ? await driverIn(tx, shop_id, user_id, full_name) : null,
  };
}

async function lockStaff(tx: Tx, email: string): Promise<Staff> {
  const staff = await tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.user_id', '=', 'profiles.id').onRef('drivers.shop_id', '=', 'profiles.shop_id'),
    )
    .select(['profiles.id as user_id', 'profiles.full_name', 'profiles.role', 'profiles.shop_id'])
    .select('drivers.id as driver_id')
    .where('users.email', '=', readEmail(email))
    .forUpdate('profiles')
    .executeTakeFirst();
  if (!staff) throw unknownStaff(email);
  return staff;
}

async function assertShop(tx: Tx, shop_id: number): Promise<void> {
  const shop = await tx.selectFrom('shops').select('id').where('id', '=', shop_id).executeTakeFirst();
  if (!shop) throw Problem.about('not_found', { what: 'shop', shop_id });
}

async function driverIn(tx: Tx, shop_id: number, user_id: string, full_name: string): Promise<number> {
  const driver = await tx
    .selectFrom('drivers')
    .select('id')
    .where('shop_id', '=', shop_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return driver?.id ?? addDriver(tx, shop_id, user_id, full_name);
}
