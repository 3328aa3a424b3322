import { chown, mkdir } from 'node:fs/promises';
import type { Account } from '../../server/platform/embedded-postgres/account.ts';

/** Where a cluster lies, and whom its programs run as: undefined as ourselves. */
export type Place = { directory: string; account: Account | undefined };

/** A directory that nobody else may look into. */
export async function makeDirectoryFor(account: Place['account'], path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}
