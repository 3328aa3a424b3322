import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { asNobodysWork } from '../current-work.ts';
import type { Log } from './log.ts';

/** Everybody may ask whether the server is well; what that costs is paid once in so long, in ms. */
const LOOK_AGAIN_MS = 10_000;
/** Nobody waits longer for a look, in ms: a proxy that asks takes the server for dead after 3 s. */
const WAITED_MS_MAX = 1_000;

/**
 * What limits the server's work though it goes on, each in a sentence for the operator: what was known before where a look, of which there is
 * one at a time, is not over within `waited_ms_max`. What is new is logged, and when all is well.
 */
export function troublesOf(
  checks: readonly (() => Promise<string | null>)[],
  { log, now, waited_ms_max = WAITED_MS_MAX }: { log: Log; now: () => Date; waited_ms_max?: number },
): () => Promise<readonly string[]> {
  let looked: { at: number; found: Promise<readonly string[]>; is_over: boolean } | undefined;
  let known: readonly string[] = [];

  async function look(): Promise<readonly string[]> {
    const found = (await Promise.all(checks.map((check) => check()))).filter((one) => one !== null);
    for (const trouble of found) if (!known.includes(trouble)) log.error({ trouble }, 'degraded');
    if (known.length > 0 && found.length === 0) log.info('not degraded any more');
    known = found;
    return found;
  }

  function lookAt(at: number) {
    const begun = { at, found: asNobodysWork(look), is_over: false };
    const end = () => {
      begun.is_over = true;
    };
    begun.found.then(end, end);
    return begun;
  }

  return () => {
    const at = now().getTime();
    if (!looked || (looked.is_over && Math.abs(at - looked.at) >= LOOK_AGAIN_MS)) looked = lookAt(at);
    if (looked.is_over) return looked.found;
    return Promise.race([looked.found, pause(waited_ms_max, null, { ref: false }).then(() => known)]);
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
