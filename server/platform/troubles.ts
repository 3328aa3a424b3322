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
    if (!looked || Math.abs(at - looked.at) >= LOOK_AGAIN_MS) looked = { at, found: look() };
    return looked.found;
  };
}
