import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Who of the actor's shop may not sign in any more. For managers and admins; empty for others. */
export async function disabledStaff(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`select disabled_staff() as user_id`.execute(tx);
  return new Set(rows.map(({ user_id }) => user_id));
}
