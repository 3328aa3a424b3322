import { createHash, randomUUID } from 'node:crypto';
import { link, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';
import { machineNow } from '../machine.ts';
import { bootId, isRunning, processNamespace, processStartTime } from '../process-table.ts';
import { dataPaths, readIfThere, unlessMissing } from './data-directory.ts';

/** The kind of process that holds a data directory: the server, or one run of the command line. */
export type LockPurpose = 'server' | 'command';

type Holder = {
  token: string;
  purpose: LockPurpose;
  pid: number;
  started_at: string | null;
  host: string;
  boot: string | null;
  namespace: string | null;
};

const HEARTBEAT_MS = 1_000;
/** A holder on another machine (a shared volume) that shows no sign of life for this long counts as gone. */
const SILENCE_MS = 3 * HEARTBEAT_MS;

/** DATA_DIR is in use. The one-line message is for the person who started the second process. */
export class DataDirectoryInUse extends Error {
  readonly purpose: LockPurpose;
  constructor(data_dir: string, holder: Holder) {
    super(`DATA_DIR: ${inUseText(data_dir, holder)}`);
    this.name = 'DataDirectoryInUse';
    this.purpose = holder.purpose;
  }
}

function inUseText(data_dir: string, { purpose, pid, host }: Holder): string {
  const who = purpose === 'server' ? 'another server' : 'a mandoob command';
  return `${who} (process ${pid} on ${host}) is already using ${data_dir}. Stop it first, or set DATA_DIR to another directory.`;
}

/**
 * Locks the data directory for this process, or throws DataDirectoryInUse.
 *
 * The lock is a file with the holder's process id and start time, so that neither a SIGKILL nor a recycled
 * process id nor a reboot leaves it stuck. If the holder's process is not visible from here (another
 * container on the same volume), the file's modification time decides, which the holder updates every second.
 *
 * A dead holder's file is never removed to make room, since two starting processes could remove each other's
 * file. Instead, a successor creates the one file named after its predecessor, and the last of this chain
 * holds the lock.
 */
export async function lockDataDirectory(
  data_dir: string,
  purpose: LockPurpose,
): Promise<{ release(): Promise<void> }> {
  const path = dataPaths(data_dir).lock;
  const own: Holder = {
    token: randomUUID(),
    purpose,
    pid: process.pid,
    started_at: await processStartTime(process.pid),
    ...(await here()),
  };
  await acquire(path, own, data_dir);
  const heartbeat = setInterval(() => {
    const now = machineNow();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      if ((await lastInChain(path))?.token === own.token) await rm(path, { force: true });
    },
  };
}

/** Returns the purpose of the current holder; undefined if the directory is free. */
export async function dataDirectoryHolder(data_dir: string): Promise<LockPurpose | undefined> {
  const last = await lastInChain(dataPaths(data_dir).lock);
  return last?.holder && (await holds(last.file, last.holder, await here()))
    ? last.holder.purpose
    : undefined;
}

/** Returns a message that names the current holder; null if the directory is free. */
export async function dataDirectoryTrouble(data_dir: string): Promise<string | null> {
  const last = await lastInChain(dataPaths(data_dir).lock);
  const is_held = last?.holder && (await holds(last.file, last.holder, await here()));
  return is_held && last.holder ? inUseText(data_dir, last.holder) : null;
}

async function acquire(path: string, own: Holder, data_dir: string): Promise<void> {
  while (!(await create(path, own))) {
    const last = await lastInChain(path);
    if (!last) continue;
    if (last.holder && (await holds(last.file, last.holder, own))) {
      throw new DataDirectoryInUse(data_dir, last.holder);
    }
    const successor = successorOf(path, last.token);
    if (!(await create(successor, own))) continue;
    // If another process succeeded and tidied up in the meantime, our file belongs to a chain that no longer
    // exists.
    if ((await lastInChain(path))?.token === own.token) return tidyUp(path, own);
    await rm(successor, { force: true });
  }
}

/** Reduces the chain to one file. Its head is replaced first: from then on no other file counts. */
async function tidyUp(path: string, own: Holder): Promise<void> {
  const draft = `${path}.${own.token}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  await rename(draft, path);
  const names = await readdir(dirname(path));
  const followers = names.filter((name) => name.startsWith(`${basename(path)}.after-`));
  await Promise.all(followers.map((name) => rm(join(dirname(path), name), { force: true })));
}

type Link = { file: string; token: string; holder: Holder | undefined };

async function lastInChain(path: string): Promise<Link | undefined> {
  let last: Link | undefined;
  for (let file = path; ; file = successorOf(path, last.token)) {
    const text = await readIfThere(file);
    if (text === undefined) return last;
    const holder = parseHolder(text);
    // The content of a truncated file has no token.
    const token = holder?.token ?? createHash('sha256').update(`${file}\0${text}`).digest('hex');
    last = { file, token, holder };
  }
}

function successorOf(path: string, token: string): string {
  return `${path}.after-${token}`;
}

async function here(): Promise<Pick<Holder, 'host' | 'boot' | 'namespace'>> {
  return { host: hostname(), boot: await bootId(), namespace: await processNamespace() };
}

async function holds(
  path: string,
  holder: Holder,
  here: Pick<Holder, 'host' | 'boot' | 'namespace'>,
): Promise<boolean> {
  if (holder.host === here.host && holder.boot !== here.boot) return false;
  if (holder.host === here.host && holder.namespace === here.namespace) {
    if (!(await isRunning(holder.pid))) return false;
    const started_at = await processStartTime(holder.pid);
    // A live process that cannot be inspected may be the holder.
    return started_at === null || started_at === holder.started_at;
  }
  const before = await modifiedAt(path);
  await pause(SILENCE_MS);
  return before !== undefined && (await modifiedAt(path)) !== before;
}

/** Creates the file with its content in one step; returns false if it already exists. */
async function create(path: string, own: Holder): Promise<boolean> {
  const draft = `${path}.${own.token}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    await link(draft, path).catch(async (error: unknown) => {
      // File systems without hard links (network shares, memory cards): the content is written after the
      // creation.
      if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(errorCode(error))) throw error;
      await writeFile(path, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return (await unlessMissing(stat(path)))?.mtimeMs;
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Holder | null;
    return value && typeof value.token === 'string' && Number.isInteger(value.pid) ? value : undefined;
  } catch {
    return undefined;
  }
}
