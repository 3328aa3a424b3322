import type { StreamEnd } from '../../contract/rules/changes-stream.ts';

/** Why a stream is over, and how it had gone. `failed`: it broke off, or never began. `cursor`: nothing leads on from there. */
export type StreamOver = {
  because: StreamEnd | 'failed' | 'refused' | 'cursor';
  /** Something had been heard on it. */
  was_live: boolean;
  /** What the server asked to wait, in ms. */
  retry_after_ms: number | null;
};

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** There are newer streams of the same person: this one would only displace them again. */
const DISPLACED_MS = 60_000;

/**
 * How long to wait before asking for the next stream, in ms; `failures`: how many in a row nothing was heard on; `chance`: at least 0 and
 * below 1, so that not all devices of a server that has stopped come back at once.
 */
export function comeBackAfterMs(
  { because, was_live, retry_after_ms }: StreamOver,
  failures: number,
  chance: number,
): number {
  if (because === 'displaced') return DISPLACED_MS * (0.5 + chance);
  // Let in anew, with a token of now.
  if (was_live && (because === 'session' || because === 'token')) return 0;
  if (was_live && because === 'draining') return FIRST_MS * chance;
  const backoff_ms = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS) * (0.5 + chance / 2);
  return Math.max(backoff_ms, retry_after_ms ?? 0);
}
