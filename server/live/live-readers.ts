import type { Database } from '../platform/database/database.ts';
import type { Reader } from './change-stream.ts';

/** Those of them whose session is over, or who have another role or shop by now. Reads as the owner does. */
export async function changedReaders(owner: Database, readers: readonly Reader[]): Promise<Set<Reader>> {
  const rows = await owner
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.id', 'p.shop_id', 'p.role'])
    .where('s.id', 'in', [...new Set(readers.map(({ session_id }) => session_id))])
    .where('s.revoked_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .execute();
  const live = new Map(rows.map(({ id, ...of }) => [id, of]));
  return new Set(
    readers.filter(({ session_id, shop_id, role }) => {
      const now = live.get(session_id);
      return !now || now.shop_id !== shop_id || now.role !== role;
    }),
  );
}
