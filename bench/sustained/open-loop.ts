import { setTimeout as pause } from 'node:timers/promises';

/** One thing to do at its moment. */
export type Step<Kind extends string> = { kind: Kind; at_ms: number; work: () => Promise<unknown> };

/** One thing done. */
export type Done<Kind extends string> = {
  kind: Kind;
  at_ms: number;
  /** How long after its moment it could begin: more than a little says that this process itself was kept waiting. */
  late_ms: number;
  /** How long after its moment the answer was there. */
  took_ms: number;
  failure: string | null;
};

/** Milliseconds since some start, and a way to wait for one of them. */
export type LoopClock = { now(): number; until(ms: number): Promise<void> };

export function startedClock(): LoopClock {
  const started = performance.now();
  const now = () => performance.now() - started;
  return { now, until: (ms) => pause(Math.max(0, ms - now())) };
}

/**
 * Begins every step at its moment, whatever became of those before it, and counts from that moment: people come when they come,
 * and a server that stalls lets all of them wait. Steps come in the order of their moments. Answers when all are done.
 */
export async function runOpenLoop<Kind extends string>(
  steps: AsyncIterable<Step<Kind>>,
  clock: LoopClock,
  onDone: (done: Done<Kind>) => void,
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
