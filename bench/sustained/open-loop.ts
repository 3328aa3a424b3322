import { setTimeout as pause } from 'node:timers/promises';

/** A unit of work with its scheduled time. */
export type Step<Kind extends string> = { kind: Kind; at_ms: number; work: () => Promise<unknown> };

/** The result of a step. */
export type StepResult<Kind extends string> = {
  kind: Kind;
  at_ms: number;
  /**
   * The delay from the scheduled time to the start; large values mean that this process itself was blocked.
   */
  late_ms: number;
  /** The time from the scheduled time to the response. */
  took_ms: number;
  failure: string | null;
};

/** A clock in ms since some start. */
export type LoopClock = { now(): number; until(ms: number): Promise<void> };

export function startedClock(): LoopClock {
  const started = performance.now();
  const now = () => performance.now() - started;
  return { now, until: (ms) => pause(Math.max(0, ms - now())) };
}

/**
 * Starts every step at its scheduled time regardless of earlier steps, and measures from that time: users do
 * not wait for each other, and a stalled server delays all of them. Steps must be ordered by time. Resolves
 * when all steps are done.
 */
export async function runOpenLoop<Kind extends string>(
  steps: AsyncIterable<Step<Kind>>,
  clock: LoopClock,
  onDone: (done: StepResult<Kind>) => void,
): Promise<void> {
  const under_way = new Set<Promise<void>>();
  for await (const { kind, at_ms, work } of steps) {
    if (clock.now() < at_ms) await clock.until(at_ms);
    const late_ms = clock.now() - at_ms;
    const doing = failureOf(work).then((failure) => {
      under_way.delete(doing);
      onDone({ kind, at_ms, late_ms, took_ms: clock.now() - at_ms, failure });
    });
    under_way.add(doing);
  }
  await Promise.all(under_way);
}

async function failureOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
