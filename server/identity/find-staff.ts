import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/** A member of staff, disabled or not. An Admin may have a driver record from earlier deliveries. */
export type StaffRecord = {
  user_id: string;
  email: string;
  disabled_at: Date | null;
  shop_id: number;
  full_name: string;
  role: string | null;
  driver_id: number | null;
};

/** Finds the member of staff with this e-mail address in any shop. Throws `invalid_input`, `not_found`. */
export async function findStaff(tx: Tx, given: string): Promise<StaffRecord> {
  const email = readEmail(given);
  const staff = await firstRow(tx, staffWhere(sql`u.email = ${email}`));
  if (!staff) throw Problem.about('not_found', { what: 'staff', email });
  return staff;
}

/** Reads a member of staff of the shop. Throws `not_found`. */
export async function staffOf(tx: Tx, shop_id: number, user_id: string): Promise<StaffRecord> {
  return found(await firstRow(tx, staffWhere(sql`p.shop_id = ${shop_id} and p.id = ${user_id}`)));
}

/** `other_admins`: the number of other enabled Admins of the shop. */
export type LockedStaff = StaffRecord & { other_admins: number };

/**
 * Like `staffOf`, but locks the member of staff against all other changes of the shop's staff. For its Admins
 * and the operator. Throws `not_found`, and `no_access` if the actor is no longer an Admin once the lock is
 * granted.
 */
export async function lockStaff(tx: Tx, shop_id: number, user_id: string): Promise<LockedStaff> {
  const locking = sql<
    LockedStaff & { actor_stands: boolean }
  >`select * from lock_staff(${shop_id}, ${user_id}::uuid)`;
  const { actor_stands, ...staff } = found(await firstRow(tx, locking));
  if (!actor_stands) throw new Problem('no_access');
  return staff;
}

function found<Found extends StaffRecord>(staff: Found | undefined): Found {
  if (!staff) throw Problem.about('not_found', { what: 'staff_id' });
  return staff;
}

/**
 * Reads the shop's member of staff with this driver record. Requests can use it too, although they cannot
 * read accounts. Throws `not_found`.
 */
export async function staffOfDriver(tx: Tx, shop_id: number, driver_id: number): Promise<StaffRecord> {
  const reading = sql<StaffRecord>`select * from staff_of_driver(${shop_id}, ${driver_id})`;
  const staff = await firstRow(tx, reading);
  if (!staff) throw Problem.about('not_found', { what: 'driver_id' });
  return staff;
}

function staffWhere(condition: Sql): Sql<StaffRecord> {
  return sql<StaffRecord>`
    select u.id as user_id, u.email, u.disabled_at, p.shop_id, p.full_name, p.role, d.id as driver_id
    from users u join profiles p on p.id = u.id left join drivers d on d.user_id = p.id and d.shop_id = p.shop_id
    where ${condition}`;
}

/** The e-mail addresses that browsers accept in an e-mail field, in lower case. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/**
 * Normalises an e-mail address: trimmed, in lower case. Throws `invalid_input` for one that browsers reject.
 */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !EMAIL.test(email)) throw Problem.ofField({ field: 'email', value: text });
  return email;
}
