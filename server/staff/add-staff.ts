import type { Role } from '../../contract/rules/roles.ts';
import { readEmail } from '../identity/find-staff.ts';
import { assertGoodPassword, assertPossiblePassword } from '../identity/passwords/passwords.ts';
import { assertShop } from '../identity/shops.ts';
import type { Operation } from '../operations/operation.ts';
import { operationRoute } from '../operations/route.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow, firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { choosePassword } from './staff-access.ts';

export type NewStaff = {
  /** Made by whoever asks, so that a lost answer can be asked for again; left out, it is made here. */
  user_id?: string | undefined;
  email: string;
  full_name: string;
  role: Role;
  /** Without one, a one-time password is made. */
  password?: string | undefined;
  /** The demo's, which everybody knows: nobody chose it. */
  password_is_published?: boolean;
  /** What the product is called here: no part of a password. */
  product_name?: string | undefined;
  /** At the first sign-in. Left out, it has to be: somebody else has chosen it; not the demo's, which is everybody's. */
  must_change_password?: boolean;
  /** A Driver always gets a driver record; a Manager who delivers asks for one (ruling C3). */
  driver?: boolean | undefined;
};

/**
 * Adds staff who can sign in at once. Asked again under the same `user_id`, it sets another first password, as long as nobody signed in with one.
 * Throws `invalid_input`, `not_found`, `already_exists`, and what is wrong with a password.
 */
export async function addStaff(tx: Tx, { shop_id }: Actor, staff: NewStaff, { changed }: Operation) {
  const email = readEmail(staff.email);
  const full_name = readFullName(staff.full_name);
  if (staff.driver && staff.role === 'Admin') throw Problem.ofField({ field: 'driver' });
  await assertShop(tx, shop_id);

  const user_id = staff.user_id ?? tx.newId();
  const { role, password, product_name = '', password_is_published: published = false } = staff;
  if (password !== undefined && published) assertPossiblePassword(password);
  if (password !== undefined && !published) assertGoodPassword(password, { email, full_name, product_name });
  // To be shown once, and changed at the first sign-in; null when a password was given.
  const { password_hash, one_time_password } = await choosePassword(password);
  const { must_change_password = !published } = staff;
  const delivers = role === 'Driver' || staff.driver === true;
  const adding = sql<{ driver_id: number | null }>`
    select * from add_staff_records(${shop_id}, ${user_id}::uuid, ${email}, ${password_hash}, ${must_change_password},
      ${full_name}, ${role}, ${delivers})`;
  const added = await firstRow(tx, adding);
  if (!added) {
    const driver_id = await renewFirstPassword(tx, shop_id, { user_id, email, password_hash });
    changed({
      what: 'set_password',
      subject_id: user_id,
      after: { must_change_password: true, sessions_ended: 0 },
      personal_fields: ['password'],
      touched: [{ topic: 'staff', subject_id: user_id, audience: 'desk' }],
    });
    return { user_id, driver_id, one_time_password };
  }
  const { driver_id } = added;
  changed({
    what: 'add_staff',
    subject_id: user_id,
    after: { role, driver_id, must_change_password },
    personal_fields: ['email', 'full_name', 'password'],
    touched: [{ topic: 'staff', subject_id: user_id, audience: 'desk' }],
  });
  return { user_id, driver_id, one_time_password };
}

// No command, because a command stores its reply, and this reply has a password.
export const addStaffRoute = operationRoute('add_staff', async (tx, actor, { body, services }, running) => {
  const { staff_id, ...person } = body;
  const { product_name } = services.config;
  const added = await addStaff(tx, actor, { ...person, user_id: staff_id, product_name }, running);
  return { staff_id, one_time_password: added.one_time_password };
});

/** Of somebody who was added by the same request before. Answers their driver record. Throws `already_exists` about anybody else. */
async function renewFirstPassword(
  tx: Tx,
  shop_id: number,
  { user_id, email, password_hash }: { user_id: string; email: string; password_hash: string },
): Promise<number | null> {
  const renewing = sql<{ renewed: boolean }>`
    select renew_first_password(${shop_id}, ${user_id}::uuid, ${email}, ${password_hash}) as renewed`;
  const { renewed } = await oneRow(tx, renewing);
  if (!renewed) throw Problem.about('already_exists', { what: 'staff', email });
  const driver = await findRow(tx, 'drivers', { shop_id, user_id }, ['id']);
  return driver?.id ?? null;
}

/** A person's name as it is kept. Throws `invalid_input`. */
export function readFullName(text: string): string {
  const full_name = text.trim();
  if (full_name === '' || full_name.length > 200) throw Problem.ofField({ field: 'full_name' });
  return full_name;
}
