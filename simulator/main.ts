import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type RunningPostgres, startPostgres } from './database/start-postgres.ts';
import { createFigures } from './figures.ts';
import { bugsNamed, seedsToCatch, startSimulation } from './simulate.ts';
import type { SeedResult } from './worker.ts';

const USAGE = `npm run simulate -- [--seeds 1..100] [--seconds 60] [--workers 2]
npm run simulate -- --seeds 1..10000 --go-on     # prints each failing seed and the progress
npm run simulate -- --seed 17 [--trace] [--without 1,2,3]
npm run simulate -- --planted [--only "part of a name"] [--seeds 1..500]   # the seeded bugs`;

/** The largest number of seeds in which a seeded bug has to be found. */
const SEEDED_BUG_SEEDS_MAX = 500;
/** A long run prints its progress after this many seeds. */
const PROGRESS_EVERY = 50;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    without: { type: 'string' },
    seconds: { type: 'string' },
    workers: { type: 'string' },
    trace: { type: 'boolean', default: false },
    'go-on': { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
});

const workers = Number(values.workers ?? Math.max(1, availableParallelism() - 1));
const print = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/** Parses a range such as `1..100`; a single number counts from 1. */
function seedsOf(text: string): { first: number; last: number } {
  const [first = Number.NaN, last] = text.split('..').map(Number);
  const seeds = last === undefined ? { first: 1, last: first } : { first, last };
  if (!Number.isSafeInteger(seeds.first) || !Number.isSafeInteger(seeds.last)) throw new RangeError(USAGE);
  return seeds;
}

function printFailure({ seed, failures, trace, planned }: SeedResult, steps: number): void {
  print(
    ...(trace ?? []),
    '',
    `seed ${seed} fails, with ${steps} of ${planned} steps:`,
    ...failures.slice(0, 20),
  );
}

async function runOne(postgres: RunningPostgres, seed: number): Promise<boolean> {
  const simulation = await startSimulation(postgres, 1);
  try {
    const without = (values.without ?? '').split(',').filter(Boolean).map(Number);
    const outcome = await simulation.one(seed, without);
    const is_well = outcome.failures.length === 0;
    if (is_well) {
      if (values.trace) print(...(outcome.trace ?? []));
      print(`seed ${seed}: ${outcome.settled} of ${outcome.made} commands settled, no differences`);
      return true;
    }
    const shortest = without.length > 0 || values.trace ? outcome : await simulation.shortest(outcome);
    printFailure(shortest, stepsIn(shortest));
    return false;
  } finally {
    await simulation.stop();
  }
}

function stepsIn({ trace }: SeedResult): number {
  return (trace ?? []).filter((line) => /^ *[\d.]+ {2}step \d+:/.test(line)).length;
}

/**
 * Prints each failing seed, and now and then the number up to which all seeds have run: a later run can
 * continue there.
 */
function printingProgress(first: number): (outcome: SeedResult) => void {
  const figures = createFigures();
  const began = performance.now();
  const finished = new Set<number>();
  let next = first;
  return (outcome) => {
    figures.add(outcome);
    finished.add(outcome.seed);
    if (outcome.failures.length > 0) print(`seed ${outcome.seed} fails: ${outcome.failures[0]}`);
    for (; finished.delete(next); next += 1) {
      if (next % PROGRESS_EVERY > 0) continue;
      const lines = figures.lines(performance.now() - began);
      print(`all up to ${next}: ${[lines[0], lines[1], lines.at(-1)?.trim()].join('; ')}`);
    }
  };
}

async function runMany(postgres: RunningPostgres): Promise<boolean> {
  const simulation = await startSimulation(postgres, workers);
  try {
    const for_ms = values.seconds === undefined ? {} : { for_ms: Number(values.seconds) * 1000 };
    const seeds = seedsOf(values.seeds ?? (values.seconds === undefined ? '1..100' : '1..1000000'));
    const goes_on = values['go-on'];
    const onSeed = goes_on ? printingProgress(seeds.first) : () => undefined;
    const { figures, failed, took_ms } = await simulation.run(seeds, { ...for_ms, goes_on, onSeed });
    print(...figures.lines(took_ms));
    if (!failed) return true;
    if (goes_on) return false;
    print(`seed ${failed.seed} fails (${failed.failures[0]}); searching for the shortest failing run`);
    const shortest = await simulation.shortest(failed);
    printFailure(shortest, stepsIn(shortest));
    return false;
  } finally {
    await simulation.stop();
  }
}

async function runSeededBugs(postgres: RunningPostgres): Promise<boolean> {
  const { last } = seedsOf(values.seeds ?? String(SEEDED_BUG_SEEDS_MAX));
  let missed = 0;
  for (const bug of bugsNamed(values.only ?? [])) {
    const caught = await seedsToCatch(bug, last, postgres, workers);
    if (!caught) missed += 1;
    print(
      caught
        ? `${bug.name}: after ${caught.after_seeds} seeds (${caught.failure})`
        : `${bug.name}: NOT FOUND`,
    );
  }
  return missed === 0;
}

async function main(): Promise<boolean> {
  if (values.help) {
    print(USAGE);
    return true;
  }
  const postgres = await startPostgres();
  // An interrupted run removes its database too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void postgres.stop().finally(() => process.exit(130)));
  }
  try {
    if (values.planted) return await runSeededBugs(postgres);
    return values.seed === undefined ? await runMany(postgres) : await runOne(postgres, Number(values.seed));
  } finally {
    await postgres.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
