import { chown, mkdir } from 'node:fs/promises';
import type { Account } from '../../server/platform/embedded-postgres/account.ts';

/** The directory of a cluster, and the account that runs its programs; undefined: the current one. */
export type Place = { directory: string; account: Account | undefined };

/** Creates a directory that only the account can access. */
export async function makeDirectoryFor(account: Place['account'], path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}
