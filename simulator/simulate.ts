import { makeBundle, removeBundle } from './bundle.ts';
import type { RunningPostgres } from './database/start-postgres.ts';
import { createFigures, type Figures } from './figures.ts';
import { real } from './real-clock.ts';
import type { SeededBug } from './seeded-bugs/seeded-bug.ts';
import { SEEDED_BUGS } from './seeded-bugs/seeded-bugs.ts';
import { shrink } from './shrink.ts';
import type { SeedResult } from './worker.ts';
import { startWorker, type Worker } from './workers.ts';

/** A range of seeds; both ends are included. */
export type Seeds = { first: number; last: number };

export type Simulation = {
  /**
   * Runs seeds until all have run, `for_ms` has passed, or one fails. With `goes_on`, a failing seed does not
   * end the run.
   */
  run(
    seeds: Seeds,
    limits?: { for_ms?: number; goes_on?: boolean; onSeed?: (outcome: SeedResult) => void },
  ): Promise<Ran>;
  /** Runs one seed without the given steps; returns its trace and, with `rows`, its database rows. */
  one(seed: number, without?: readonly number[], rows?: boolean): Promise<SeedResult>;
  /** Returns the shortest failing run of a failing seed. */
  shortest(failing: SeedResult): Promise<SeedResult>;
  stop(): Promise<void>;
};

export type Ran = { figures: Figures; failed: SeedResult | null; took_ms: number; seeds: number };

/**
 * The number of workers that this process has started: several simulations may share one PostgreSQL server.
 */
let started = 0;

/** Starts workers on this PostgreSQL server, each with its own database; `bug` is seeded into the product. */
export async function startSimulation(
  { socket }: RunningPostgres,
  workers_count: number,
  bug: SeededBug | null = null,
): Promise<Simulation> {
  const first = started + 1;
  started += workers_count;
  const bundle = await makeBundle(`${process.pid}-${first}`, bug);
  const workers: Worker[] = [];
  for (let number = first; number < first + workers_count; number++) {
    workers.push(await startWorker(socket, `simulated_${number}`, bundle, bug));
  }
  return simulationWith(workers, () => removeBundle(bundle));
}

function simulationWith(workers: Worker[], stop: () => Promise<void>): Simulation {
  const [first] = workers;
  if (!first) throw new RangeError('At least one worker is required.');
  const one: Simulation['one'] = (seed, without = [], rows = false) =>
    first.run({ seed, without: [...without], trace: true, rows });

  return {
    one,
    shortest: (failing) => shrink(failing, (without) => one(failing.seed, without)),
    async run(seeds, { for_ms = Number.POSITIVE_INFINITY, goes_on = false, onSeed } = {}) {
      const began = real.now();
      const figures = createFigures();
      let next = seeds.first;
      let done = 0;
      let failed: SeedResult | null = null;
      const isOver = () => (failed !== null && !goes_on) || next > seeds.last || real.now() - began > for_ms;
      const runOn = async (worker: Worker) => {
        while (!isOver()) {
          const seed = next;
          next += 1;
          const outcome = await worker.run({ seed, without: [], trace: false, rows: false });
          done += 1;
          figures.add(outcome);
          onSeed?.(outcome);
          if (outcome.failures.length > 0) failed ??= outcome;
        }
      };
      await Promise.all(workers.map(runOn));
      return { figures, failed, took_ms: real.now() - began, seeds: done };
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.end()));
      await stop();
    },
  };
}

export type Caught = { bug: SeededBug; after_seeds: number; failure: string };

/** Runs seeds until one finds the seeded bug; returns null if none of the first `seeds_max` does. */
export async function seedsToCatch(
  bug: SeededBug,
  seeds_max: number,
  postgres: RunningPostgres,
  workers: number,
): Promise<Caught | null> {
  const simulation = await startSimulation(postgres, workers, bug);
  try {
    const { failed, seeds } = await simulation.run({ first: 1, last: seeds_max });
    const failure = failed?.failures[0] ?? '';
    if (/ReferenceError|is not a function/.test(failure))
      throw new Error(`${bug.name} does not run: ${failure}`);
    return failed && { bug, after_seeds: seeds, failure };
  } finally {
    await simulation.stop();
  }
}

export function bugsNamed(names: readonly string[]): readonly SeededBug[] {
  if (names.length === 0) return SEEDED_BUGS;
  return SEEDED_BUGS.filter(({ name }) => names.some((part) => name.includes(part)));
}
