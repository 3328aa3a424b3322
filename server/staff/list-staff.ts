import type { Tx } from '../platform/database/database.ts';

/** All staff, disabled ones included, by shop and name; of one shop when it is given. */
export async function listStaff(tx: Tx, shop_id?: number) {
  let staff = tx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    // Not of an Admin, whose record only stays with what was delivered.
    .leftJoin('drivers', (join) =>
      join
        .onRef('drivers.user_id', '=', 'profiles.id')
        .onRef('drivers.shop_id', '=', 'profiles.shop_id')
        .on('profiles.role', 'is distinct from', 'Admin'),
    )
    .select([
      'users.email',
      'users.id as user_id',
      'profiles.full_name',
      'profiles.role',
      'profiles.shop_id',
      'drivers.id as driver_id',
      'users.disabled_at',
    ]);
  if (shop_id !== undefined) staff = staff.where('profiles.shop_id', '=', shop_id);
  const rows = await staff.orderBy('profiles.shop_id').orderBy('profiles.full_name').execute();
  return rows.map(({ disabled_at, ...row }) => ({ ...row, disabled: disabled_at !== null }));
}
