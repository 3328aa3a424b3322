import type { Database } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import type { Reader } from './change-stream.ts';

/** Returns the readers whose session is over, or whose role or shop has changed. Reads as the owner. */
export async function changedReaders(owner: Database, readers: readonly Reader[]): Promise<Set<Reader>> {
  const session_ids = [...new Set(readers.map(({ session_id }) => session_id))];
  const { rows } = await sql<{ id: string; shop_id: number; role: string | null }>`
    select s.id, p.shop_id, p.role from sessions s join users u on u.id = s.user_id join profiles p on p.id = s.user_id
    where s.id = any(${session_ids}::uuid[]) and s.revoked_at is null and u.disabled_at is null`.execute(
    owner,
  );
  const live = new Map(rows.map(({ id, ...of }) => [id, of]));
  return new Set(
    readers.filter(({ session_id, shop_id, role }) => {
      const now = live.get(session_id);
      return !now || now.shop_id !== shop_id || now.role !== role;
    }),
  );
}
