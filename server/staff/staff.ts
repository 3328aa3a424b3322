import { newId } from '../../contract/rules/ids.ts';
import type { Role } from '../../contract/rules/roles.ts';
import {
  assertGoodPassword,
  assertPossiblePassword,
  hashPassword,
  oneTimePassword,
} from '../identity/passwords.ts';
import { readEmail, unknownStaff } from '../identity/staff-email.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

export type NewStaff = {
  shop_id: number;
  email: string;
  full_name: string;
  role: Role;
  /** Without one, a one-time password is made. */
  password?: string | undefined;
  /** The demo's, which everybody knows: nobody chose it. */
  password_is_published?: boolean;
  /** What the product is called here: no part of a password. */
  product_name?: string | undefined;
  /** To be changed at the first sign-in; a one-time password always is. */
  must_change_password?: boolean;
  /** A Driver always gets a driver record; a Manager who delivers asks for one (ruling C3). */
  driver?: boolean | undefined;
};

export type AddedStaff = {
  user_id: string;
  driver_id: number | null;
  /** To be shown once, and changed at the first sign-in; null when a password was given. */
  one_time_password: string | null;
};

/** Adds a member of staff who can sign in at once. Throws `invalid_input`, `not_found`, `already_exists`, and what is wrong with a password. */
export async function addStaff(tx: Tx, staff: NewStaff): Promise<AddedStaff> {
  const email = readEmail(staff.email);
  const full_name = readFullName(staff.full_name);
  if (staff.driver && staff.role === 'Admin') throw Problem.ofField({ field: 'driver' });
  const shop = await tx.selectFrom('shops').select('id').where('id', '=', staff.shop_id).executeTakeFirst();
  if (!shop) throw Problem.about('not_found', { what: 'shop', shop_id: staff.shop_id });

  const user_id = newId();
  const { password, product_name = '', password_is_published: published = false } = staff;
  if (password !== undefined && published) assertPossiblePassword(password);
  if (password !== undefined && !published) assertGoodPassword(password, { email, full_name, product_name });
  const { password_hash, one_time_password } = await choosePassword(password);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({
      id: user_id,
      email,
      password_hash,
      must_change_password: staff.must_change_password ?? one_time_password !== null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw Problem.about('already_exists', { what: 'staff', email });
  await tx
    .insertInto('profiles')
    .values({ id: user_id, full_name, role: staff.role, shop_id: shop.id })
    .execute();
  const delivers = staff.role === 'Driver' || staff.driver === true;
  const driver_id = delivers ? await addDriver(tx, shop.id, user_id, full_name) : null;
  return { user_id, driver_id, one_time_password };
}

/** Answers the new driver record's id. */
export async function addDriver(
  tx: Tx,
  shop_id: number,
  user_id: string,
  full_name: string,
): Promise<number> {
  const driver = await tx
    .insertInto('drivers')
    .values({ shop_id, user_id, full_name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return driver.id;
}

/** The user can no longer sign in and loses every session at once. Cash and history stay (ruling A7). Throws `not_found`. */
export async function disableStaff(tx: Tx, email: string): Promise<void> {
  const disabled = await tx
    .updateTable('users')
    .set(({ fn, ref }) => ({ disabled_at: fn.coalesce(ref('disabled_at'), fn<Date>('now', [])) }))
    .where('email', '=', readEmail(email))
    .returning('id')
    .executeTakeFirst();
  if (!disabled) throw unknownStaff(email);
  await revokeSessions(tx, disabled.id);
}

/** Takes back `disableStaff`: the user can sign in again, with the password they had. Ended sessions stay ended. Throws `not_found`. */
export async function enableStaff(tx: Tx, email: string): Promise<void> {
  const enabled = await tx
    .updateTable('users')
    .set({ disabled_at: null })
    .where('email', '=', readEmail(email))
    .returning('id')
    .executeTakeFirst();
  if (!enabled) throw unknownStaff(email);
}

/**
 * Sets somebody else's password, or a one-time one when none is given: it must be changed at the next sign-in. Ends every
 * session that knew the old one. Answers the one-time password. Throws `not_found`, and what is wrong with a password.
 */
export async function setPassword(
  tx: Tx,
  email: string,
  password?: string,
  product_name = '',
): Promise<string | null> {
  const staff = await tx
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.id', 'users.email', 'profiles.full_name'])
    .where('users.email', '=', readEmail(email))
    .executeTakeFirst();
  if (!staff) throw unknownStaff(email);
  const own = { email: staff.email, full_name: staff.full_name ?? '', product_name };
  if (password !== undefined) assertGoodPassword(password, own);
  const { password_hash, one_time_password } = await choosePassword(password);
  await tx
    .updateTable('users')
    .set({ password_hash, must_change_password: true })
    .where('id', '=', staff.id)
    .execute();
  await revokeSessions(tx, staff.id);
  return one_time_password;
}

export type StaffRow = {
  email: string;
  user_id: string;
  full_name: string;
  role: string | null;
  shop_id: number;
  /** Null also for an Admin, whose record only stays with what was delivered. */
  driver_id: number | null;
  disabled: boolean;
};

/** All staff, disabled ones included, by shop and name; of one shop when it is given. */
export async function listStaff(tx: Tx, shop_id?: number): Promise<StaffRow[]> {
  let staff = tx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
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

async function revokeSessions(tx: Tx, user_id: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set(({ fn }) => ({ revoked_at: fn<Date>('now', []) }))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute();
}

async function choosePassword(
  given: string | undefined,
): Promise<{ password_hash: string; one_time_password: string | null }> {
  const password = given ?? oneTimePassword();
  return {
    password_hash: await hashPassword(password),
    one_time_password: given === undefined ? password : null,
  };
}

/** As it is kept. Throws `invalid_input`. */
export function readFullName(text: string): string {
  const full_name = text.trim();
  if (full_name === '' || full_name.length > 200) throw Problem.ofField({ field: 'full_name' });
  return full_name;
}
