import type { AuditRowName } from '../../../contract/operations/audited.ts';
import type { OwnSession } from '../../../contract/operations/dashboard/profile/list-sessions.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { EndpointName } from '../../../contract/operations/endpoints.ts';
import type { Facts, Origin } from '../../audit/audit-event.ts';
import type { Change, Operation } from '../../operations/operation.ts';
import { operationRoute, readRoute } from '../../operations/route.ts';
import { runOperation } from '../../operations/run-as.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { findRow, firstRow, oneRow } from '../../platform/database/rows.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import { sql } from '../../platform/database/sql.ts';
import { beginRequest, inTransaction } from '../../platform/database/transactions.ts';
import { Problem } from '../../platform/problem.ts';
import type { SessionLimits } from '../../platform/settings/config.ts';
import { AuthError } from '../auth-error.ts';

/** The time and the origin of a request about a session. */
export type RequestMeta = { now: Date; origin: Origin; endpoint?: EndpointName };

/**
 * Runs `work` as an operation of the session's user. A user without a profile, and so without a shop, leaves
 * no audit. Throws `not_signed_in`.
 */
export async function asSignedIn<Answer>(
  tx: Tx,
  session_id: string,
  asked: RequestMeta,
  work: (user_id: string, operation: Pick<Operation, 'changed' | 'unchanged'>) => Promise<Answer>,
): Promise<Answer> {
  const { user_id, actor } = await beginRequest(tx, session_id);
  const silent = { changed: () => undefined, unchanged: () => undefined };
  if (!actor) return work(user_id, silent);
  return runOperation(tx, actor, asked, (operation) => work(user_id, operation));
}

/**
 * Describes a change of a user's sessions, visible only to that user. `after` has the facts for the audit.
 */
export function sessionChange(
  what: AuditRowName,
  user_id: string,
  session_id: string,
  after?: Facts,
): Change {
  const touched = [{ topic: 'sessions', audience: 'users', user_ids: [user_id] }] as const;
  return { what, subject_id: session_id, after, touched };
}

/** Returns the actor's own profile with shop and driver record, also for unknown roles. */
export async function readProfile(
  tx: Tx,
  { user_id, shop_id, role, full_name, must_change_password }: Staff,
): Promise<Profile> {
  const shop = { id: shop_id, ...(await readShop(tx)) };
  const driver = (await findRow(tx, 'drivers', { shop_id, user_id }, ['id', 'status'])) ?? null;
  const profile = { id: user_id, full_name, role, shop_id, shop, must_change_password, driver };
  const reset = must_change_password ? await firstRow(tx, OWN_RESET) : undefined;
  if (!reset) return profile;
  return { ...profile, password_reset: { by: reset.full_name, at: reset.reset_at.toISOString() } };
}

export const readProfileRoute = readRoute('read_profile', ({ tx, actor }) => readProfile(tx, actor));

const OWN_RESET = sql<{ full_name: string | null; reset_at: Date }>`select * from own_password_reset()`;

/** The limit of listed sessions, since a script may sign in every minute. */
const LISTED_MAX = 50;

/**
 * Lists the actor's live sessions, the current one first, then by last use. Sessions past a limit are
 * omitted, even if no refresh has ended them yet.
 */
export async function listOwnSessions(
  tx: Tx,
  { user_id, session_id }: Staff,
  { session_unused_days, session_total_days }: SessionLimits,
  now: Date,
): Promise<OwnSession[]> {
  const { rows } = await sql<Pick<OwnSession, 'id' | 'device'> & { last_used_at: Date }>`
    select id, device, last_used_at from sessions
    where user_id = ${user_id} and revoked_at is null
      and last_used_at >= ${now}::timestamptz - make_interval(days => ${session_unused_days}::int)
      and counted_from >= ${now}::timestamptz - make_interval(days => ${session_total_days}::int)
    order by id = ${session_id} desc, last_used_at desc limit ${LISTED_MAX}`.execute(tx);
  return rows.map(({ id, device, last_used_at }) => ({
    id,
    device,
    current: id === session_id,
    last_used_at: last_used_at.toISOString(),
  }));
}

export const listSessionsRoute = readRoute('list_sessions', async ({ tx, actor, services }) => ({
  sessions: await listOwnSessions(tx, actor, services.config, services.now()),
}));

/**
 * Ends one of the actor's own sessions; does nothing if it has already ended. Throws `not_found` for another
 * user's.
 */
export async function endOwnSession(
  tx: Tx,
  { user_id }: Staff,
  { params: { session_id } }: { params: { session_id: string } },
  { changed, unchanged }: Operation,
): Promise<{ ended: true }> {
  const ending = sql<{ is_own: boolean }>`select end_own_session(${session_id}::uuid) as is_own`;
  if (!(await oneRow(tx, ending)).is_own) throw new Problem('not_found');
  // Only one of several concurrent calls ends the session, which has the time of that transaction.
  const ended = sql`select from sessions where id = ${session_id} and revoked_at = now()`;
  if (!(await firstRow(tx, ended))) unchanged();
  else changed(sessionChange('end_session', user_id, session_id, { ended_because: 'signed_out' }));
  return { ended: true };
}

export const endSessionRoute = operationRoute('end_session', endOwnSession);

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/** Revokes the user's sessions: all, this one, or all but this one. Throws AuthError `session_not_found`. */
export async function signOut(
  requests: Database,
  session_id: string,
  scope: SignOutScope,
  asked: RequestMeta,
): Promise<void> {
  await inTransaction(requests, (tx) =>
    asSignedIn(tx, session_id, asked, async (user_id, { changed }) => {
      await sql`select close_sessions(${session_id}::uuid, ${scope})`.execute(tx);
      changed(sessionChange('sign_out', user_id, session_id, { scope }));
    }),
  ).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'not_signed_in'
      ? new AuthError('session_not_found')
      : error;
  });
}
