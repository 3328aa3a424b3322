import { sql } from 'kysely';
import type { Facts } from '../audit/audit-event.ts';
import { cardMachinesWith } from '../handovers/card-machines.ts';
import { lockStaff } from '../identity/find-staff.ts';
import { assertGoodPassword, hashPassword, oneTimePassword } from '../identity/passwords.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { changeRows } from '../platform/database/rows.ts';

/** No sign-in, no session any more; cash and history stay (ruling A7). Answers the card machines they have. Throws `not_found`. */
export async function disableStaff(
  tx: Tx,
  { shop_id }: Actor,
  { user_id }: { user_id: string },
  { changed, unchanged }: Operation,
): Promise<{ card_machines: string[] }> {
  const { disabled_at } = await lockStaff(tx, shop_id, user_id);
  if (disabled_at === null) await changeRows(tx, 'users', { id: user_id }, { disabled_at: sql<Date>`now()` });
  // Last: a session keeps why it ended.
  const sessions_ended = await endSessions(tx, user_id);
  if (disabled_at !== null && sessions_ended === 0) unchanged();
  else
    changed(accessChange('disable_staff', user_id, disabled_at !== null, { disabled: true, sessions_ended }));
  return { card_machines: await cardMachinesWith(tx, user_id) };
}

/** Takes back `disableStaff`, with the password they had; ended sessions stay ended. Throws `not_found`. */
export async function enableStaff(
  tx: Tx,
  { shop_id }: Actor,
  { user_id }: { user_id: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  const { disabled_at } = await lockStaff(tx, shop_id, user_id);
  if (disabled_at === null) return unchanged();
  await changeRows(tx, 'users', { id: user_id }, { disabled_at: null });
  changed(accessChange('enable_staff', user_id, true, { disabled: false }));
}

function accessChange(what: string, user_id: string, was_disabled: boolean, after: Facts) {
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

/** Ends every session of somebody at once. Answers how many there were. */
function endSessions(tx: Tx, user_id: string): Promise<number> {
  return changeRows(tx, 'sessions', { user_id, revoked_at: null }, { revoked_at: sql<Date>`now()` });
}

type NewPassword = {
  user_id: string;
  /** Left out, one to be used once is made. */
  password?: string | undefined;
  product_name?: string | undefined;
};

/**
 * Sets somebody else's password, or a one-time one when none is given: it must be changed at the next sign-in. Ends every
 * session that knew the old one. Answers the one-time password. Throws `not_found`, and what is wrong with a password.
 */
export async function setPassword(
  tx: Tx,
  { shop_id }: Actor,
  { user_id, password, product_name = '' }: NewPassword,
  { changed }: Operation,
): Promise<{ one_time_password: string | null }> {
  const { email, full_name } = await lockStaff(tx, shop_id, user_id);
  if (password !== undefined) assertGoodPassword(password, { email, full_name, product_name });
  const { password_hash, one_time_password } = await choosePassword(password);
  await changeRows(tx, 'users', { id: user_id }, { password_hash, must_change_password: true });
  const sessions_ended = await endSessions(tx, user_id);
  changed({
    what: 'set_password',
    subject_id: user_id,
    after: { must_change_password: true, sessions_ended },
    personal_fields: ['password'],
    touched: [{ topic: 'sessions', audience: 'users', user_ids: [user_id] }],
  });
  return { one_time_password };
}

/** The hash of the password that was given, or of one that is made to be used once and answered. */
export async function choosePassword(
  given: string | undefined,
): Promise<{ password_hash: string; one_time_password: string | null }> {
  const password = given ?? oneTimePassword();
  return {
    password_hash: await hashPassword(password),
    one_time_password: given === undefined ? password : null,
  };
}
