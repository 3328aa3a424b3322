import { execFile } from 'node:child_process';
import { lstat, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { unlessMissing } from '../data-directory/data-directory.ts';

const run = promisify(execFile);

/** The system account that runs the database, if it is not the account of this process. */
export type Account = { name: string; uid: number; gid: number };

/** Returns an account for a server that runs as root, which PostgreSQL refuses; undefined for others. */
export async function databaseAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return chosenAccount(await readFile('/etc/passwd', 'utf8'), await ownerOf(cluster));
}

/** In order of preference: `postgres` owns Debian's clusters, and other programs run as `nobody`. */
const ACCOUNTS = ['mandoob', 'postgres', 'nobody'];

/** Returns the cluster's owner, else the first of ACCOUNTS in /etc/passwd. Throws if there is none. */
export function chosenAccount(passwd: string, owner?: { uid: number; gid: number }): Account {
  const accounts = parseAccounts(passwd);
  if (owner) return accounts.find(({ uid }) => uid === owner.uid) ?? { ...owner, name: `user ${owner.uid}` };
  const [account] = ACCOUNTS.flatMap((wanted) => accounts.filter(({ name }) => name === wanted));
  if (account) return account;
  throw new Error(
    `The database cannot run as root, and this system has none of the accounts ${ACCOUNTS.join(', ')}. ` +
      'Start the server as an ordinary user, or set DATABASE_URL.',
  );
}

/** Throws, with the fix in the message, if the account cannot enter the directory. */
export async function assertReachable(directory: string, account: Account | undefined): Promise<void> {
  if (!account || (await canEnter(directory, account))) return;
  let barrier = directory;
  while (dirname(barrier) !== barrier && !(await canEnter(dirname(barrier), account)))
    barrier = dirname(barrier);
  throw new Error(
    `The database runs as the account "${account.name}" (it cannot run as root), which cannot enter ${barrier}. ` +
      `Set DATA_DIR to a directory outside it, for example /var/lib/mandoob, or run: chmod o+x ${barrier}`,
  );
}

async function canEnter(directory: string, account: Account): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], {
      uid: account.uid,
      gid: account.gid,
      cwd: '/',
    });
    return true;
  } catch {
    return false;
  }
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await unlessMissing(lstat(path));
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function parseAccounts(passwd: string): Account[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid && /^-?\d+$/.test(uid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
