import type { Tx } from '../platform/database/database.ts';

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
