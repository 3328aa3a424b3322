import { timeFactor } from '../../scripts/test-runs/time-factor.mjs';

/** In ms, for one core per test process. They only detect hangs: tests wait for conditions, not for times. */
const BASE_MS = { action: 10_000, expectation: 8_000, test: 60_000, hook: 60_000 } as const;

/** Returns the time limits of this run, in ms. */
export function timeLimits(): Record<keyof typeof BASE_MS, number> {
  const { action, expectation, test, hook } = BASE_MS;
  return {
    action: limitMs(action),
    expectation: limitMs(expectation),
    test: limitMs(test),
    hook: limitMs(hook),
  };
}

/** Adapts a test's own limit of `base_ms` to this computer, in ms. State the reason next to the call. */
export function limitMs(base_ms: number): number {
  return Math.round(base_ms * timeFactor());
}
