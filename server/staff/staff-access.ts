import type { AuditRowName } from '../../contract/operations/audited.ts';
import type { Facts } from '../audit/audit-event.ts';
import { cardMachinesWith } from '../handovers/card-machines.ts';
import { lockStaff } from '../identity/find-staff.ts';
import { assertGoodPassword, hashPassword, oneTimePassword } from '../identity/passwords/passwords.ts';
import type { Operation } from '../operations/operation.ts';
import { commandRoute, operationRoute } from '../operations/route.ts';
import { lockDrivers } from '../orders/status/driver-status.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { assertMayLoseRole } from './assert-may-lose-role.ts';

/**
 * Prevents sign-in and ends all sessions; cash and history stay (ruling A7). Returns the card machines of the
 * user. Throws `not_found`, `own_account`, `last_admin`.
 */
export async function disableStaff(
  tx: Tx,
  actor: Actor,
  { user_id }: { user_id: string },
  { changed, unchanged }: Operation,
): Promise<{ card_machines: string[] }> {
  const staff = await lockStaff(tx, actor.shop_id, user_id);
  assertMayLoseRole(actor, staff);
  const { disabled_at } = staff;
  const sessions_ended = await setDisabled(tx, actor.shop_id, user_id, true);
  // A concurrent assignment of orders either finishes first or sees this change.
  await lockDrivers(tx, actor.shop_id, [staff.driver_id]);
  if (disabled_at !== null && sessions_ended === 0) unchanged();
  else
    changed(accessChange('disable_staff', user_id, disabled_at !== null, { disabled: true, sessions_ended }));
  return { card_machines: await cardMachinesWith(tx, user_id) };
}

export const disableStaffRoute = commandRoute('disable_staff', async (tx, actor, { staff_id }, running) => {
  await disableStaff(tx, actor, { user_id: staff_id }, running);
  return { staff_id };
});

/** Reverses `disableStaff` with the previous password; ended sessions stay ended. Throws `not_found`. */
export async function enableStaff(
  tx: Tx,
  { shop_id }: Actor,
  { user_id }: { user_id: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  const { disabled_at } = await lockStaff(tx, shop_id, user_id);
  if (disabled_at === null) return unchanged();
  await setDisabled(tx, shop_id, user_id, false);
  changed(accessChange('enable_staff', user_id, true, { disabled: false }));
}

export const enableStaffRoute = commandRoute('enable_staff', async (tx, actor, { staff_id }, running) => {
  await enableStaff(tx, actor, { user_id: staff_id }, running);
  return { staff_id };
});

function accessChange(what: AuditRowName, user_id: string, was_disabled: boolean, after: Facts) {
  return {
    what,
    subject_id: user_id,
    before: { disabled: was_disabled },
    after,
    touched: [
      { topic: 'staff', subject_id: user_id, audience: 'desk' },
      { topic: 'sessions', audience: 'users', user_ids: [user_id] },
    ] as const,
  };
}

/** Sets the flag and ends the sessions of a disabled user. Returns the number of ended sessions. */
async function setDisabled(tx: Tx, shop_id: number, user_id: string, disabled: boolean): Promise<number> {
  const setting = sql<{ ended: number }>`
    select set_staff_disabled(${shop_id}, ${user_id}::uuid, ${disabled}) as ended`;
  return (await oneRow(tx, setting)).ended;
}

type NewPassword = {
  user_id: string;
  /** If absent, a one-time password is generated. */
  password?: string | undefined;
  product_name?: string | undefined;
};

/**
 * Sets another user's password, or a generated one-time password, which must be changed at the next sign-in.
 * Ends every session started with the old one. Returns the one-time password. Throws `not_found`,
 * `own_account` and password errors.
 */
export async function setPassword(
  tx: Tx,
  actor: Actor,
  { user_id, password, product_name = '' }: NewPassword,
  { changed }: Operation,
): Promise<{ one_time_password: string | null }> {
  const { shop_id, email, full_name } = await lockStaff(tx, actor.shop_id, user_id);
  // For their own password, users need the form that checks the current one.
  if (actor.kind === 'staff' && user_id === actor.user_id) throw new Problem('own_account');
  if (password !== undefined) await assertGoodPassword(password, { email, full_name, product_name });
  const { password_hash, one_time_password } = await choosePassword(password);
  const setting = sql<{ sessions_ended: number }>`
    select set_staff_password(${shop_id}, ${user_id}::uuid, ${password_hash}) as sessions_ended`;
  const { sessions_ended } = await oneRow(tx, setting);
  changed({
    what: 'set_password',
    subject_id: user_id,
    after: { must_change_password: true, sessions_ended },
    personal_fields: ['password'],
    touched: [
      { topic: 'staff', subject_id: user_id, audience: 'desk' },
      { topic: 'sessions', audience: 'users', user_ids: [user_id] },
    ],
  });
  return { one_time_password };
}

// No command, because a command stores its reply, and this reply has a password.
export const resetStaffPasswordRoute = operationRoute(
  'reset_staff_password',
  (tx, actor, { params }, running) => setPassword(tx, actor, { user_id: params.staff_id }, running),
);

/** Ends one session of a user; does nothing if it has already ended. Throws `not_found`. */
export async function endStaffSession(
  tx: Tx,
  { shop_id }: Actor,
  { user_id, session_id }: { user_id: string; session_id: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  await lockStaff(tx, shop_id, user_id);
  const ending = sql<{ ended: boolean | null }>`
    select end_staff_session(${shop_id}, ${user_id}::uuid, ${session_id}::uuid) as ended`;
  const { ended } = await oneRow(tx, ending);
  if (ended === null) throw new Problem('not_found');
  if (!ended) return unchanged();
  changed({
    what: 'end_session',
    subject_id: session_id,
    after: { user_id, ended_because: 'signed_out' },
    touched: [
      { topic: 'staff', subject_id: user_id, audience: 'desk' },
      { topic: 'sessions', audience: 'users', user_ids: [user_id] },
    ],
  });
}

export const endStaffSessionRoute = commandRoute(
  'end_staff_session',
  async (tx, actor, { staff_id, session_id }, running) => {
    await endStaffSession(tx, actor, { user_id: staff_id, session_id }, running);
    return { staff_id };
  },
);

/** Hashes the given password, or a generated one-time password, which it returns. */
export async function choosePassword(
  given: string | undefined,
): Promise<{ password_hash: string; one_time_password: string | null }> {
  const password = given ?? oneTimePassword();
  return {
    password_hash: await hashPassword(password),
    one_time_password: given === undefined ? password : null,
  };
}
