import { lockStaff } from '../identity/find-staff.ts';
import { assertGoodPassword, hashPassword, oneTimePassword } from '../identity/passwords.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { endSessions } from './disable-staff.ts';

type NewPassword = {
  user_id: string;
  /** Left out, one to be used once is made. */
  password?: string | undefined;
  /** What the product is called here: no part of a password. */
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
  await tx
    .updateTable('users')
    .set({ password_hash, must_change_password: true })
    .where('id', '=', user_id)
    .execute();
  const sessions_ended = await endSessions(tx, user_id);
  changed({
    what: 'set_password',
    subject_id: user_id,
    before: null,
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
