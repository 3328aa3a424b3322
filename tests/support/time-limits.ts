import { timeFactor } from '../../scripts/test-runs/time-factor.mjs';

/** In ms, where each process of a run has a core of its own. They detect a hang: nothing waits longer than what it waits for. */
const BASE_MS = { action: 10_000, expectation: 8_000, test: 60_000, hook: 60_000 } as const;

/** The limits of this run, in ms. */
export function timeLimits(): Record<keyof typeof BASE_MS, number> {
  const { action, expectation, test, hook } = BASE_MS;
  return {
    action: limitMs(action),
    expectation: limitMs(expectation),
    test: limitMs(test),
    hook: limitMs(hook),
  };
}

/** A limit of a test's own, in ms, where `base_ms` is enough on such a machine. State the reason next to the call. */
export function limitMs(base_ms: number): number {
  return Math.round(base_ms * timeFactor());
}
