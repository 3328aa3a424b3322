export type Measured = { per_second: number; p50_ms: number; p95_ms: number };

export type Load<Job> = { jobs: readonly Job[]; work(job: Job, index: number): Promise<unknown> };

/** Enough that what else the machine does meets both sides of a comparison alike. */
const ROUNDS = 4;

/** Runs every job, so many at a time. */
export async function measure<Job>(load: Load<Job>, at_once: number): Promise<Measured> {
  const run = newRun();
  await runSlice(run, load, at_once, 0, load.jobs.length);
  return summary(run);
}

/** Measures two loads against each other, in turns. */
export async function measureBoth<A, B>(
  a: Load<A>,
  b: Load<B>,
  at_once: number,
): Promise<[Measured, Measured]> {
  const [of_a, of_b] = await measureInTurns([a, b], at_once);
  if (!of_a || !of_b) throw new Error('each load is measured');
  return [of_a, of_b];
}

/** Measures loads against each other, a slice of each in turn; answers in their order. */
export async function measureInTurns(loads: readonly Load<unknown>[], at_once: number): Promise<Measured[]> {
  const runs = loads.map(newRun);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, load] of loads.entries()) {
      const { length } = load.jobs;
      await runSlice(runs[index] ?? newRun(), load, at_once, cut(length, round), cut(length, round + 1));
    }
  }
  return runs.map(summary);
}

function cut(jobs: number, round: number): number {
  return Math.floor((jobs * round) / ROUNDS);
}

type Run = { seconds: number; took_ms: number[] };

function newRun(): Run {
  return { seconds: 0, took_ms: [] };
}

async function runSlice<Job>(
  run: Run,
  { jobs, work }: Load<Job>,
  at_once: number,
  from: number,
  to: number,
): Promise<void> {
  const queue = jobs.slice(from, to).entries();
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
}

function summary({ seconds, took_ms }: Run): Measured {
  const at = shares(took_ms);
  return { per_second: tenths(took_ms.length / seconds), p50_ms: at(0.5), p95_ms: at(0.95) };
}

/** Answers what so large a share of the values does not exceed, in tenths; 0 without any. */
export function shares(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => tenths(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
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
