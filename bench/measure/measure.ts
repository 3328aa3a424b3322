export type Measured = {
  per_second: number;
  p50_ms: number;
  p95_ms: number;
  /** Processor time of the server per job; null if unknown. */
  processor_ms: number | null;
};

export type Load<Job> = {
  jobs: readonly Job[];
  work(job: Job, index: number): Promise<unknown>;
  /** Returns the processor time that the server has used so far, in ms. */
  processorMs?: () => number | null;
};

/** Enough rounds that other load on the machine affects both sides of a comparison alike. */
const ROUNDS = 4;

/** Runs every job, at most `at_once` concurrently. */
export async function measure<Job>(load: Load<Job>, at_once: number): Promise<Measured> {
  const run = newRun();
  await runSlice(run, load, at_once, 0, load.jobs.length);
  return summary(run);
}

/** Measures two loads in alternating slices. */
export async function measureBoth<A, B>(
  a: Load<A>,
  b: Load<B>,
  at_once: number,
): Promise<[Measured, Measured]> {
  const [of_a, of_b] = [newRun(), newRun()];
  for (let round = 0; round < ROUNDS; round += 1) {
    await runRound(of_a, a, at_once, round);
    await runRound(of_b, b, at_once, round);
  }
  return [summary(of_a), summary(of_b)];
}

function runRound<Job>(run: Run, load: Load<Job>, at_once: number, round: number): Promise<void> {
  const { length } = load.jobs;
  return runSlice(run, load, at_once, cut(length, round), cut(length, round + 1));
}

function cut(jobs: number, round: number): number {
  return Math.floor((jobs * round) / ROUNDS);
}

type Run = { seconds: number; took_ms: number[]; processor_ms: number | null };

function newRun(): Run {
  return { seconds: 0, took_ms: [], processor_ms: 0 };
}

async function runSlice<Job>(
  run: Run,
  { jobs, work, processorMs = () => null }: Load<Job>,
  at_once: number,
  from: number,
  to: number,
): Promise<void> {
  const queue = jobs.slice(from, to).entries();
  const before_ms = processorMs();
  const started = performance.now();
  const worker = async () => {
    for (const [offset, job] of queue) {
      const begun = performance.now();
      await work(job, from + offset);
      run.took_ms.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: at_once }, worker));
  run.seconds += (performance.now() - started) / 1_000;
  const after_ms = processorMs();
  if (run.processor_ms === null || before_ms === null || after_ms === null) run.processor_ms = null;
  else run.processor_ms += after_ms - before_ms;
}

function summary({ seconds, took_ms, processor_ms }: Run): Measured {
  const at = quantiles(took_ms);
  return {
    per_second: tenths(took_ms.length / seconds),
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    processor_ms: processor_ms === null ? null : tenths(processor_ms / took_ms.length),
  };
}

/**
 * Returns a function that returns the quantile of the values at a share from 0 to 1, in tenths; 0 without
 * values.
 */
export function quantiles(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => tenths(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
}

/** Drops the figures that are not available on this machine. */
export function knownOnly(figures: Record<string, number | null>): Record<string, number> {
  const known = Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== null);
  return Object.fromEntries(known);
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const started = performance.now();
  const answer = await work();
  return { ms: tenths(performance.now() - started), answer };
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
