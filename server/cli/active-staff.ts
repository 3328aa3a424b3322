import { readEmail, unknownStaff } from '../identity/staff-email.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

/** `driver_id` is null for an Admin, whose record only stays with what was delivered. */
export type ActiveStaff = {
  user_id: string;
  shop_id: number;
  full_name: string;
  role: string | null;
  driver_id: number | null;
};

/** The member of staff with this e-mail address who may still sign in. Throws `not_found`, `staff_disabled`. */
export async function activeStaff(tx: Tx, email: string): Promise<ActiveStaff> {
  const { disabled_at, ...active } = await anyStaff(tx, email);
  if (disabled_at !== null) throw Problem.about('staff_disabled', { email: readEmail(email) });
  return active;
}

/** The member of staff with this e-mail address, disabled or not. Throws `not_found`. */
export async function anyStaff(tx: Tx, email: string): Promise<ActiveStaff & { disabled_at: Date | null }> {
  const staff = await tx
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('drivers as d', (join) =>
      join
        .onRef('d.user_id', '=', 'p.id')
        .onRef('d.shop_id', '=', 'p.shop_id')
        .on('p.role', 'is distinct from', 'Admin'),
    )
    .select(['u.id as user_id', 'u.disabled_at', 'p.shop_id', 'p.full_name', 'p.role', 'd.id as driver_id'])
    .where('u.email', '=', readEmail(email))
    .executeTakeFirst();
  if (!staff) throw unknownStaff(email);
  return staff;
}
