import { readEmail, unknownStaff } from '../identity/staff-email.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

export const OPERATOR_STATUSES = ['available', 'off_duty'] as const;
/** What an operator may set; `delivering` follows from the orders that are out (ruling B6). */
export type OperatorStatus = (typeof OPERATOR_STATUSES)[number];

/** Sets the status of somebody's driver record in their present shop. Throws `not_found`, `driver_not_found`. */
export async function setDriverStatus(
  tx: Tx,
  email: string,
  status: OperatorStatus,
): Promise<{ shop_id: number; driver_id: number }> {
  const staff = await tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.user_id', '=', 'profiles.id').onRef('drivers.shop_id', '=', 'profiles.shop_id'),
    )
    .select(['profiles.shop_id', 'drivers.id as driver_id'])
    .where('users.email', '=', readEmail(email))
    .executeTakeFirst();
  if (!staff) throw unknownStaff(email);
  const { shop_id, driver_id } = staff;
  if (driver_id === null) throw Problem.about('driver_not_found', { email: readEmail(email) });
  await tx
    .updateTable('drivers')
    .set({ status })
    .where('shop_id', '=', shop_id)
    .where('id', '=', driver_id)
    .execute();
  return { shop_id, driver_id };
}

export type DriverRow = {
  driver_id: number;
  shop_id: number;
  email: string;
  full_name: string;
  status: 'available' | 'delivering' | 'off_duty';
  disabled: boolean;
};

/** All driver records by shop and name, those of disabled staff included; of one shop when it is given. */
export async function listDrivers(tx: Tx, shop_id?: number): Promise<DriverRow[]> {
  let drivers = tx
    .selectFrom('drivers')
    .innerJoin('users', 'users.id', 'drivers.user_id')
    .select([
      'drivers.id as driver_id',
      'drivers.shop_id',
      'users.email',
      'drivers.full_name',
      'drivers.status',
      'users.disabled_at',
    ]);
  if (shop_id !== undefined) drivers = drivers.where('drivers.shop_id', '=', shop_id);
  const rows = await drivers.orderBy('drivers.shop_id').orderBy('drivers.full_name').execute();
  return rows.map(({ disabled_at, ...row }) => ({ ...row, disabled: disabled_at !== null }));
}
