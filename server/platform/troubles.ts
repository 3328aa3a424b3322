import { statfs } from 'node:fs/promises';
import { asNobodysWork } from './current-work.ts';
import type { Log } from './log.ts';

/** Everybody may ask whether the server is well; what that costs is paid once in so long, in ms. */
const LOOK_AGAIN_MS = 10_000;

/** What limits the server's work though it goes on, each in a sentence for the operator. What is new is logged, and when all is well. */
export function troublesOf(
  checks: readonly (() => Promise<string | null>)[],
  { log, now }: { log: Log; now: () => Date },
): () => Promise<readonly string[]> {
  let looked: { at: number; found: Promise<readonly string[]> } | undefined;
  let known: readonly string[] = [];

  async function look(): Promise<readonly string[]> {
    const found = (await Promise.all(checks.map((check) => check()))).filter((one) => one !== null);
    for (const trouble of found) if (!known.includes(trouble)) log.error({ trouble }, 'degraded');
    if (known.length > 0 && found.length === 0) log.info('not degraded any more');
    known = found;
    return found;
  }

  return () => {
    const at = now().getTime();
    if (!looked || Math.abs(at - looked.at) >= LOOK_AGAIN_MS) looked = { at, found: asNobodysWork(look) };
    return looked.found;
  };
}

/** Below this there is hardly room for a day's photos, in bytes. */
const FREE_BYTES_MIN = 200 * 1024 * 1024;

/** What is wrong with the room on the disk below `directory`, in words that follow its name; null when nothing is. */
export async function roomTrouble(
  directory: string,
  freeBytes: (directory: string) => Promise<number> = freeBytesOf,
): Promise<string | null> {
  const free_bytes = await freeBytes(directory);
  if (free_bytes >= FREE_BYTES_MIN) return null;
  return `the disk of ${directory} is nearly full: ${Math.floor(free_bytes / 1024 / 1024)} MB are free`;
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
