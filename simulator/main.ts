import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type RunningPostgres, startPostgres } from './database/start-postgres.ts';
import { createFigures } from './figures.ts';
import { bugsNamed, seedsToCatch, startSimulation } from './simulate.ts';
import type { Answered } from './worker.ts';

const USAGE = `npm run simulate -- [--seeds 1..100] [--seconds 60] [--workers 2]
npm run simulate -- --seeds 1..10000 --go-on     # tells what fails, and how far it is
npm run simulate -- --seed 17 [--trace] [--without 1,2,3]
npm run simulate -- --planted [--only "part of a name"] [--seeds 1..500]`;

/** A planted bug has to be found within so many seeds. */
const PLANTED_SEEDS_MAX = 500;
/** A long run tells after so many seeds how far it is. */
const TELL_EVERY = 50;

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
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/** `1..100`; one number alone counts from 1. */
function seedsOf(text: string): { first: number; last: number } {
  const [first = Number.NaN, last] = text.split('..').map(Number);
  const seeds = last === undefined ? { first: 1, last: first } : { first, last };
  if (!Number.isSafeInteger(seeds.first) || !Number.isSafeInteger(seeds.last)) throw new RangeError(USAGE);
  return seeds;
}

function tellFailure({ seed, failures, trace, planned }: Answered, steps: number): void {
  say(
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
      if (values.trace) say(...(outcome.trace ?? []));
      say(`seed ${seed}: ${outcome.settled} of ${outcome.made} commands settled, nothing differs`);
      return true;
    }
    const shortest = without.length > 0 || values.trace ? outcome : await simulation.shortest(outcome);
    tellFailure(shortest, stepsIn(shortest));
    return false;
  } finally {
    await simulation.stop();
  }
}

function stepsIn({ trace }: Answered): number {
  return (trace ?? []).filter((line) => /^ *[\d.]+ {2}step \d+:/.test(line)).length;
}

/** Tells of each seed that fails, and now and then up to which number all are through: there a run that ended goes on. */
function tellingProgress(first: number): (outcome: Answered) => void {
  const figures = createFigures();
  const began = performance.now();
  const ahead = new Set<number>();
  let next = first;
  return (outcome) => {
    figures.add(outcome);
    ahead.add(outcome.seed);
    if (outcome.failures.length > 0) say(`seed ${outcome.seed} fails: ${outcome.failures[0]}`);
    for (; ahead.delete(next); next += 1) {
      if (next % TELL_EVERY > 0) continue;
      const lines = figures.lines(performance.now() - began);
      say(`all up to ${next}: ${[lines[0], lines[1], lines.at(-1)?.trim()].join('; ')}`);
    }
  };
}

async function runMany(postgres: RunningPostgres): Promise<boolean> {
  const simulation = await startSimulation(postgres, workers);
  try {
    const for_ms = values.seconds === undefined ? {} : { for_ms: Number(values.seconds) * 1000 };
    const seeds = seedsOf(values.seeds ?? (values.seconds === undefined ? '1..100' : '1..1000000'));
    const goes_on = values['go-on'];
    const onSeed = goes_on ? tellingProgress(seeds.first) : () => undefined;
    const { figures, failed, took_ms } = await simulation.run(seeds, { ...for_ms, goes_on, onSeed });
    say(...figures.lines(took_ms));
    if (!failed) return true;
    if (goes_on) return false;
    say(`seed ${failed.seed} fails (${failed.failures[0]}); looking for its shortest trace`);
    const shortest = await simulation.shortest(failed);
    tellFailure(shortest, stepsIn(shortest));
    return false;
  } finally {
    await simulation.stop();
  }
}

async function runPlanted(postgres: RunningPostgres): Promise<boolean> {
  const { last } = seedsOf(values.seeds ?? String(PLANTED_SEEDS_MAX));
  let missed = 0;
  for (const bug of bugsNamed(values.only ?? [])) {
    const caught = await seedsToCatch(bug, last, postgres, workers);
    if (!caught) missed += 1;
    say(
      caught
        ? `${bug.name}: after ${caught.after_seeds} seeds (${caught.failure})`
        : `${bug.name}: NOT FOUND`,
    );
  }
  return missed === 0;
}

async function main(): Promise<boolean> {
  if (values.help) {
    say(USAGE);
    return true;
  }
  const postgres = await startPostgres();
  // Whoever stops it leaves no database behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void postgres.stop().finally(() => process.exit(130)));
  }
  try {
    if (values.planted) return await runPlanted(postgres);
    return values.seed === undefined ? await runMany(postgres) : await runOne(postgres, Number(values.seed));
  } finally {
    await postgres.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
