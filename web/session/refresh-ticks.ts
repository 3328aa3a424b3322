import type { Environment } from '../environment/environment.ts';
import { every } from '../environment/timing.ts';
import { runIfFree } from './run-in-one-tab.ts';
import type { Session } from './session-types.ts';

/**
 * Specification section 9: check every 30 s, refresh at three ticks or fewer, retry with backoff from 200 ms
 * within 30 s.
 */
export const TICK_MS = 30_000;
const TICKS_LEFT = 3;
const FIRST_BACKOFF_MS = 200;

/** True when the session has three ticks or fewer left. `now` in ms since epoch. */
export function isDue(session: Session, now: number): boolean {
  return Math.floor((session.expires_at * 1000 - now) / TICK_MS) <= TICKS_LEFT;
}

/** The pauses between attempts of one tick, in ms: doubling from 200 ms while they fit into the tick. */
export function backoffs_ms(): number[] {
  const pauses: number[] = [];
  let total_ms = 0;
  for (let pause = FIRST_BACKOFF_MS; total_ms + pause < TICK_MS; pause *= 2) {
    pauses.push(pause);
    total_ms += pause;
  }
  return pauses;
}

/**
 * Refreshes in the background, in one tab at a time, until the returned function is called. Failures wait for
 * the next tick.
 */
export function keepRefreshed(
  environment: Environment,
  session: () => Session | null,
  refreshed: (stale: string) => Promise<unknown>,
): () => void {
  let stopped = false;
  let endPause = () => {};

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = environment.timer.after(ms, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  async function refreshDue(): Promise<void> {
    for (const pause_ms of [0, ...backoffs_ms()]) {
      await pause(pause_ms);
      const current = session();
      if (stopped || !current || !isDue(current, environment.now())) return;
      try {
        await refreshed(current.access_token);
        return;
      } catch {
        // Without a response the session is kept, and the next attempt follows after the pause.
      }
    }
  }

  function tick(): void {
    const current = session();
    if (current && isDue(current, environment.now()))
      void runIfFree(environment, 'mandoob.session.ticks', refreshDue);
  }

  const stops = [
    every(environment.timer, TICK_MS, tick),
    environment.page.onOnline(tick),
    environment.page.onVisible(tick),
  ];
  tick();
  return () => {
    stopped = true;
    endPause();
    for (const stop of stops) stop();
  };
}
