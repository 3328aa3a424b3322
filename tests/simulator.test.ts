import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../simulator/database/start-postgres.ts';
import { SEEDED_BUGS } from '../simulator/seeded-bugs/seeded-bugs.ts';
import { bugsNamed, type Simulation, seedsToCatch, startSimulation } from '../simulator/simulate.ts';
import { limitMs } from './support/time-limits.ts';

/**
 * The duration of the run, in ms. The seeds are always the same: a green run stays green until the code
 * changes.
 */
const SEEDS_MS = 15_000;
const SEEDS = { first: 1, last: 1_000 };
/** The most seeds needed to find a seeded bug; the first seed finds the two here. */
const SEEDS_MAX = 20;
/** The seed that every test run replays. */
const SEED = 5;
const LONG = { tags: ['simulator'] };

let postgres: RunningPostgres;
let simulation: Simulation;

beforeAll(async () => {
  postgres = await startPostgres();
  simulation = await startSimulation(postgres, 1);
});

afterAll(async () => {
  await simulation?.stop();
  await postgres?.stop();
});

describe('the simulator', () => {
  it('runs a seed, and every record agrees with the simulator’s own book', async () => {
    const { failures, trace, rows } = await simulation.one(SEED, [], true);
    expect(failures).toEqual([]);
    expect(trace?.length).toBeGreaterThan(300);
    expect(rows?.split('\n').length).toBeGreaterThan(200);
  });

  it('runs a seed twice with the same events and the same rows', LONG, async () => {
    const first = await simulation.one(SEED, [], true);
    const again = await simulation.one(SEED, [], true);
    expect(again.trace).toEqual(first.trace);
    expect(again.rows).toBe(first.rows);
  });

  it('finds no difference in a 15 s run', LONG, async () => {
    const { figures, failed, took_ms } = await simulation.run(SEEDS, { for_ms: SEEDS_MS });
    const report = failed && [`npm run simulate -- --seed ${failed.seed}`, ...failed.failures];
    expect(report).toBeNull();
    console.log(figures.lines(took_ms).slice(0, 2).join('\n'));
  });

  it('has 68 seeded bugs with unique names', () => {
    expect(SEEDED_BUGS).toHaveLength(68);
    expect(new Set(SEEDED_BUGS.map(({ name }) => name)).size).toBe(68);
  });

  it('finds a seeded bug: new id on retry', () => expectFound('new id on retry'));

  // Up to twenty seeds of 2 s each.
  const long = { ...LONG, timeout: limitMs(120_000) };
  it('finds a seeded bug: reply not stored', long, () => expectFound('reply not stored'));
});

async function expectFound(name: string): Promise<void> {
  const [bug] = bugsNamed([name]);
  if (!bug) throw new Error(`no bug is named ${name}`);
  expect(await seedsToCatch(bug, SEEDS_MAX, postgres, 1)).not.toBeNull();
}
