import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../simulator/database/start-postgres.ts';
import { PLANTED_BUGS } from '../simulator/planted/planted-bugs.ts';
import { bugsNamed, type Simulation, seedsToCatch, startSimulation } from '../simulator/simulate.ts';

/** How long seeds run in every test run, in ms. Always the same ones: what was green stays so until the code changes. */
const SEEDS_MS = 15_000;
const SEEDS = { first: 1, last: 1_000 };
/** Whatever takes longer hangs: a seed takes seconds on a machine of its own, and a minute on one that is busy. */
const HANGS_MS = 900_000;

let postgres: RunningPostgres;
let simulation: Simulation;

beforeAll(async () => {
  postgres = await startPostgres();
  simulation = await startSimulation(postgres, 1);
}, HANGS_MS);

afterAll(async () => {
  await simulation?.stop();
  await postgres?.stop();
});

describe('the simulator', { timeout: HANGS_MS }, () => {
  it('finds nothing that differs from its book', async () => {
    const { figures, failed, took_ms } = await simulation.run(SEEDS, { for_ms: SEEDS_MS });
    const told = failed && [`npm run simulate -- --seed ${failed.seed}`, ...failed.failures];
    expect(told).toBeNull();
    console.log(figures.lines(took_ms).slice(0, 2).join('\n'));
  });

  it('plays a seed again with the same events and the same rows', async () => {
    const first = await simulation.one(5, [], true);
    const again = await simulation.one(5, [], true);
    expect(first.failures).toEqual([]);
    expect(first.trace?.length).toBeGreaterThan(300);
    expect(again.trace).toEqual(first.trace);
    expect(first.rows?.split('\n').length).toBeGreaterThan(200);
    expect(again.rows).toBe(first.rows);
  });

  it('has more than two dozen bugs to find, each with a name of its own', () => {
    expect(PLANTED_BUGS).toHaveLength(28);
    expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(28);
  });

  it.each(['answer not stored', 'new id on retry'])('finds a planted bug: %s', async (name) => {
    const [bug] = bugsNamed([name]);
    if (!bug) throw new Error(`there is no bug named ${name}`);
    expect(await seedsToCatch(bug, 20, postgres, 1)).not.toBeNull();
  });
});
