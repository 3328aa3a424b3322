import type { StreamEnd } from '../../contract/rules/changes-stream.ts';

/**
 * The end of a stream. `failed`: it broke off or never began. `cursor`: the server cannot resume from the
 * given position.
 */
export type StreamOutcome = {
  because: StreamEnd | 'failed' | 'refused' | 'cursor';
  /** At least one event arrived on it. */
  was_live: boolean;
  /** The delay requested by the server, in ms. */
  retry_after_ms: number | null;
};

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** Newer streams of the same user displaced this one; reconnecting soon would displace them again. */
const DISPLACED_MS = 60_000;

/**
 * Returns the delay in ms before the next stream is requested. `failures`: the number of consecutive streams
 * without an event. `chance`: at least 0 and below 1, so that not all devices reconnect to a restarted server
 * at once.
 */
export function reconnectDelayMs(
  { because, was_live, retry_after_ms }: StreamOutcome,
  failures: number,
  chance: number,
): number {
  if (because === 'displaced') return DISPLACED_MS * (0.5 + chance);
  // Reconnects at once, with a renewed token.
  if (was_live && (because === 'session' || because === 'token')) return 0;
  if (was_live && because === 'draining') return FIRST_MS * chance;
  const backoff_ms = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS) * (0.5 + chance / 2);
  return Math.max(backoff_ms, retry_after_ms ?? 0);
}
