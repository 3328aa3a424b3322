import type { Database, Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { confirmEarlier, inTransaction } from '../platform/database/transactions.ts';
import type { Content, ContentStore, SetAside } from './store/content-store.ts';

/**
 * Locks one content hash until the transaction ends. Uploads and sweeps take this lock, so that neither sees
 * a partial change of the other.
 */
export async function lockContent(tx: Tx, { shop_id, sha256 }: Content): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${shop_id}/${sha256}`}, 0))`.execute(tx);
}

/**
 * Locks contents of the actor's shop, in the order of their hashes. May be sent before the actor is known.
 */
export async function lockOwnContents(tx: Tx, hashes: readonly string[]): Promise<void> {
  const locking = sql`
    select pg_advisory_xact_lock(hashtextextended(actor.shop_id() || '/' || sha256, 0))
    from (select sha256 from unnest(${[...hashes]}::text[]) as of(sha256) order by sha256) as ordered`;
  await locking.execute(tx);
}

/**
 * True if a version that is not erased has this content. Remains true until the transaction ends only under
 * the content's lock.
 */
export async function isNamed(tx: Tx, { shop_id, sha256 }: Content): Promise<boolean> {
  return (await findRow(tx, 'files', { shop_id, sha256, erased_at: null }, ['id'])) !== undefined;
}

/**
 * Removes content under its lock, if no version names it and `mayGo` agrees. It is only set aside until the
 * commit proves that this database, the one the standby follows, held the lock all the while. If the
 * connection broke or the database was no longer the primary, an upload may have found the content: then it
 * is put back. Returns true if it was removed.
 */
export async function removeContent(
  owner: Database,
  store: ContentStore,
  content: Content,
  mayGo: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const aside: SetAside[] = [];
  const putBack = async () => {
    for (const one of aside.splice(0)) await one.putBack();
  };
  try {
    await inTransaction(owner, async (tx) => {
      await lockContent(tx, content);
      // Content set aside by a previous attempt whose commit failed.
      await putBack();
      if ((await isNamed(tx, content)) || !(await mayGo())) return;
      // The commit of a read-only transaction would not wait for the standby.
      confirmEarlier(tx);
      const taken = await store.setAside(content.shop_id, content.sha256);
      if (taken) aside.push(taken);
    });
  } catch (error) {
    await putBack().catch(() => undefined);
    throw error;
  }
  for (const one of aside) await one.discard();
  return aside.length > 0;
}

/**
 * Decides about content set aside by a killed sweep: puts it back if a version names it, and discards it
 * otherwise.
 */
export async function settleSetAside(owner: Database, aside: SetAside): Promise<void> {
  const is_named = await inTransaction(owner, async (tx) => {
    await lockContent(tx, aside);
    const is_named = await isNamed(tx, aside);
    if (is_named) await aside.putBack();
    else confirmEarlier(tx);
    return is_named;
  });
  // Deleted permanently only after the commit, as in `removeContent`.
  if (!is_named) await aside.discard();
}
