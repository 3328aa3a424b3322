import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { Problem } from '../platform/problem.ts';
import { inTransaction } from '../platform/transactions.ts';
import { hashPassword } from './passwords.ts';
import { beginSignIn, type SignInTools } from './sign-in.ts';
import { delayFor, type SignInCounters } from './sign-in-limits.ts';

type Change = {
  session_id: string;
  email: string;
  /** The present password was set by somebody else. */
  must_change_password: boolean;
  current_password: string;
  new_password: string;
};

/**
 * Changes one's own password: other sessions end, this one stays. Guessing the current one is limited as sign-in is. A change
 * whose answer was lost is done when it is asked for again within the hour, with the password that was current then. No connection is held while passwords are verified.
 * Throws `too_many_attempts`, `wrong_password` or `password_unchanged`.
 */
export async function changePassword(
  requests: Database,
  { session_id, email, must_change_password, current_password, new_password }: Change,
  counters: SignInCounters,
  { verify, pause }: SignInTools,
): Promise<void> {
  const { admitted, account_attempts, password_hash } = await beginSignIn(requests, email, counters);
  if (!admitted) throw new Problem('too_many_attempts');
  const delay_ms = delayFor(account_attempts);
  if (delay_ms > 0) await pause(delay_ms);
  if (password_hash === null) throw new Problem('not_signed_in');
  const known = await verify(password_hash, current_password);
  const same = await verify(password_hash, new_password);
  if (!known && !same) throw new Problem('wrong_password');
  if (same && (known || must_change_password)) throw new Problem('password_unchanged');
  if (same && (await isAskedAgain(requests, session_id, current_password, verify))) return;
  if (same) throw new Problem('password_unchanged');
  const new_hash = await hashPassword(new_password);
  const { window, pair, address, account } = counters;
  const changed = await inTransaction(requests, async (tx) => {
    const { rows } = await sql<{ changed: boolean }>`
      select change_own_password(${session_id}::uuid, ${password_hash}, ${new_hash},
        ${window}, ${pair}, ${address}, ${account}) as changed`.execute(tx);
    return rows[0]?.changed;
  });
  if (!changed) throw new Problem('wrong_password');
}

/** The change was made, by this very request whose answer was lost: what it calls current is what the password was before. */
async function isAskedAgain(
  requests: Database,
  session_id: string,
  current_password: string,
  verify: SignInTools['verify'],
): Promise<boolean> {
  const replaced_hash = await inTransaction(requests, async (tx) => {
    const { rows } = await sql<{ password_hash: string | null }>`
      select replaced_password(${session_id}::uuid) as password_hash`.execute(tx);
    return rows[0]?.password_hash ?? null;
  });
  return replaced_hash !== null && (await verify(replaced_hash, current_password));
}
