import type { Database, Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { confirmEarlier, inTransaction } from '../platform/database/transactions.ts';
import type { Content, ContentStore, SetAside } from './store/content-store.ts';

/** Held to the transaction's end by whoever adds or sweeps this content, so that neither sees half of the other. */
export async function lockContent(tx: Tx, { shop_id, sha256 }: Content): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${shop_id}/${sha256}`}, 0))`.execute(tx);
}

/** The same for contents of the actor's shop, in the order of their hashes; may be asked together with who that is. */
export async function lockOwnContents(tx: Tx, hashes: readonly string[]): Promise<void> {
  const locking = sql`
    select pg_advisory_xact_lock(hashtextextended(actor.shop_id() || '/' || sha256, 0))
    from (select sha256 from unnest(${[...hashes]}::text[]) as of(sha256) order by sha256) as ordered`;
  await locking.execute(tx);
}

/** Whether any version that is not erased has this content. Certain until the transaction's end only for whoever holds the lock. */
export async function isNamed(tx: Tx, { shop_id, sha256 }: Content): Promise<boolean> {
  return (await findRow(tx, 'files', { shop_id, sha256, erased_at: null }, ['id'])) !== undefined;
}

/**
 * Removes content that no version names and that may go, under its lock. It is only set aside until the commit has
 * proved that the lock was held all the while, by the database that the standby follows: a sweep whose connection broke
 * meanwhile, or whose database was no longer the one, may have met an upload, and puts it back. Answers whether it is gone.
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
      // What an attempt before this one had set aside, whose commit failed.
      await putBack();
      if ((await isNamed(tx, content)) || !(await mayGo())) return;
      // A commit of one that writes nothing would not wait for the standby.
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

/** What a sweep that was killed had set aside comes back where a version names it, and goes where none does. */
export async function settleSetAside(owner: Database, aside: SetAside): Promise<void> {
  const is_named = await inTransaction(owner, async (tx) => {
    await lockContent(tx, aside);
    const is_named = await isNamed(tx, aside);
    if (is_named) await aside.putBack();
    else confirmEarlier(tx);
    return is_named;
  });
  // As in a removal: for good only after the commit.
  if (!is_named) await aside.discard();
}
