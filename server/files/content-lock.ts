import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Content } from './content-store.ts';

/** Held to the transaction's end by whoever adds or sweeps this content, so that neither sees half of the other. */
export async function lockContent(tx: Tx, { shop_id, sha256 }: Content): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${shop_id}/${sha256}`}, 0))`.execute(tx);
}

/** Whether any version has this content. Certain until the transaction's end only for whoever holds the lock. */
export async function isNamed(tx: Tx, { shop_id, sha256 }: Content): Promise<boolean> {
  const named = tx
    .selectFrom('files')
    .select('id')
    .where((row) => row.and({ shop_id, sha256 }));
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}
