import type { Facts } from '../audit/audit-event.ts';
import { cardMachinesWith } from '../handovers/card-machines.ts';
import { lockStaff } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';

/**
 * The user can no longer sign in and loses every session at once. Cash and history stay (ruling A7). Answers the numbers of the card
 * machines that they still have. Throws `not_found`.
 */
export async function disableStaff(
  tx: Tx,
  { shop_id }: Actor,
  { user_id }: { user_id: string },
  { changed, unchanged }: Operation,
): Promise<{ card_machines: string[] }> {
  const { disabled_at } = await lockStaff(tx, shop_id, user_id);
  if (disabled_at === null) await setDisabled(tx, user_id, true);
  // Last: a session keeps why it ended.
  const sessions_ended = await endSessions(tx, user_id);
  if (disabled_at !== null && sessions_ended === 0) unchanged();
  else
    changed(accessChange('disable_staff', user_id, disabled_at !== null, { disabled: true, sessions_ended }));
  return { card_machines: await cardMachinesWith(tx, user_id) };
}

/**
 * Takes back `disableStaff`: the user can sign in again, with the password they had. Ended sessions stay ended. Throws
 * `not_found`.
 */
export async function enableStaff(
  tx: Tx,
  { shop_id }: Actor,
  { user_id }: { user_id: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  const { disabled_at } = await lockStaff(tx, shop_id, user_id);
  if (disabled_at === null) return unchanged();
  await setDisabled(tx, user_id, false);
  changed(accessChange('enable_staff', user_id, true, { disabled: false }));
}

async function setDisabled(tx: Tx, user_id: string, disabled: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ fn }) => ({ disabled_at: disabled ? fn<Date>('now', []) : null }))
    .where('id', '=', user_id)
    .execute();
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
export async function endSessions(tx: Tx, user_id: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set(({ fn }) => ({ revoked_at: fn<Date>('now', []) }))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
