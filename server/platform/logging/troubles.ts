import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { outsideCurrentWork } from '../current-work.ts';
import type { Log } from './log.ts';

/** Results are reused for this time in ms: any client may request them, and the checks are expensive. */
const LOOK_AGAIN_MS = 10_000;
/** The longest wait for the checks, in ms: a proxy considers the server dead after 3 s. */
const WAITED_MS_MAX = 1_000;

/**
 * Returns the current troubles, each a sentence for the operator about something that limits the server while
 * it works. Only one run of the checks is in progress at a time; if it takes longer than `waited_ms_max`, the
 * previous result is returned. New troubles are logged, and also when all of them are gone.
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
    if (known.length > 0 && found.length === 0) log.info('no longer degraded');
    known = found;
    return found;
  }

  function lookAt(at: number) {
    const begun = { at, found: outsideCurrentWork(look), is_over: false };
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

/** Free space in bytes below which there is hardly room for a day's photos. */
const FREE_BYTES_MIN = 200 * 1024 * 1024;

/** Returns a text about low free space on the disk of `directory`; null if there is enough. */
export async function diskSpaceTrouble(
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
