import type { Database } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction, markNotRepeatable } from '../../platform/database/transactions.ts';
import { Problem } from '../../platform/problem.ts';
import { TooManyAttempts } from '../auth-error.ts';
import { asSignedIn, type RequestMeta, sessionChange } from '../sessions/own-sessions.ts';
import { delayFor, type SignInCounters } from '../sign-in/sign-in-limits.ts';
import { NoPlace } from '../sign-in/sign-in-queue.ts';
import type { SignInTools } from '../sign-in/sign-in-tools.ts';
import { beginSignIn } from '../sign-in/verify-attempt.ts';
import { hashPassword } from './passwords.ts';

type Change = {
  user_id: string;
  session_id: string;
  email: string;
  /** True if another user set the current password. */
  must_change_password: boolean;
  current_password: string;
  new_password: string;
};

/** The hash to replace and the new one; null if the change was made before. */
type Replacement = { password_hash: string; new_hash: string } | null;

/**
 * Changes the user's own password: other sessions end, this one stays. Guesses of the current password are
 * limited like sign-ins. A retry of a change whose response was lost succeeds within the hour, with the
 * password that was current then. No connection is held while passwords are verified. Throws
 * `wrong_password`, `password_unchanged` or `unavailable`, and TooManyAttempts.
 */
export async function changePassword(
  requests: Database,
  change: Change,
  counters: SignInCounters,
  tools: SignInTools,
  asked: RequestMeta,
): Promise<void> {
  const replacement = await compareInTurn(requests, change, counters, tools);
  if (!replacement) return;
  const { password_hash, new_hash } = replacement;
  const { window, pair, address, account, network } = counters;
  await inTransaction(requests, (tx) => {
    // An internal retry would find another password; a retry by the client finds its own.
    markNotRepeatable(tx);
    return asSignedIn(tx, change.session_id, asked, async (user_id, { changed }) => {
      const changing = sql<{ is_changed: boolean }>`
        select change_own_password(${change.session_id}::uuid, ${password_hash}, ${new_hash},
          ${window}, ${pair}, ${address}, ${account}, ${network}) as is_changed`;
      if (!(await oneRow(tx, changing)).is_changed) throw new Problem('wrong_password');
      changed({
        ...sessionChange('change_password', user_id, change.session_id, { must_change_password: false }),
        before: { must_change_password: change.must_change_password },
        personal_fields: ['password'],
      });
    });
  });
}

/**
 * Lets one change per user at a time wait for its turn to hash. A refusal is delayed like that of a failed
 * sign-in.
 */
async function compareInTurn(
  requests: Database,
  change: Change,
  counters: SignInCounters,
  { verify, pause, queue, slowRefusal }: SignInTools,
): Promise<Replacement> {
  let delay_ms = 0;
  try {
    return await queue.known(change.user_id, async () => {
      const begun = await beginSignIn(requests, change.email, counters);
      const { admitted, account_attempts, password_hash } = begun;
      if (!admitted) throw new TooManyAttempts('limit', counters.window_left_s);
      delay_ms = delayFor(account_attempts);
      if (password_hash === null) throw new Problem('not_signed_in');
      return await compare(requests, change, password_hash, verify);
    });
  } catch (error) {
    if (error instanceof NoPlace) throw new Problem('unavailable');
    if (error instanceof TooManyAttempts) await slowRefusal();
    throw error;
  } finally {
    if (delay_ms > 0) await pause(delay_ms);
  }
}

async function compare(
  requests: Database,
  { session_id, must_change_password, current_password, new_password }: Change,
  password_hash: string,
  verify: SignInTools['verify'],
): Promise<Replacement> {
  const known = await verify(password_hash, current_password);
  const same = await verify(password_hash, new_password);
  if (!known && !same) throw new Problem('wrong_password');
  if (same && (known || must_change_password)) throw new Problem('password_unchanged');
  if (same && (await isRetry(requests, session_id, current_password, verify))) return null;
  if (same) throw new Problem('password_unchanged');
  return { password_hash, new_hash: await hashPassword(new_password) };
}

/**
 * Returns true if the change was already made by the same request: its current password is the replaced one.
 */
async function isRetry(
  requests: Database,
  session_id: string,
  current_password: string,
  verify: SignInTools['verify'],
): Promise<boolean> {
  const replaced = sql<{ password_hash: string | null }>`
    select replaced_password(${session_id}::uuid) as password_hash`;
  const { password_hash } = await inTransaction(requests, (tx) => oneRow(tx, replaced));
  return password_hash !== null && (await verify(password_hash, current_password));
}
