import { setTimeout as pause } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { print } from '../../attack/report.ts';
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs';
import { installedPostgres } from '../../tests/support/foreign-postgres.ts';
import { cleanups } from '../cleanup.ts';
import { report } from '../report.ts';
import { ETCD } from './etcd.ts';
import { failoverRun } from './failover-run.ts';
import { HAPROXY } from './haproxy.ts';
import { PATRONI } from './patroni-node.ts';

const SETTING_UP_MS_MAX = 5 * 60_000;
const ROUND_MS_MAX = 2 * 60_000;

/**
 * `npm run test:cluster` makes the primary of working servers fail repeatedly and compares their
 * acknowledgements with the database. `-- --rounds N` sets the number of failures (15), `-- --seed N` repeats
 * the order of another run, `-- --book FILE` writes the load's book. Exits with 1 if a check fails.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    book: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number above 0');

const problem = ensureDebianPackages({
  title: 'Patroni, etcd, HAProxy and PostgreSQL',
  programs: [PATRONI, ETCD, HAPROXY, '/usr/bin/pg_ctlcluster'],
  packages: ['patroni', 'etcd-server', 'haproxy', 'postgresql'],
});
const postgres = await installedPostgres();
if (problem || !postgres) {
  print(`Not tested: PostgreSQL failover. ${problem ?? 'PostgreSQL 15 or newer is not installed.'}`);
} else {
  print(`PostgreSQL ${postgres.version}, ${rounds} rounds, seed ${values.seed}`);
  const cleanup = cleanups();
  const { check, end } = report();
  const run = { rounds, seed: values.seed, bin: postgres.bin, book: values.book, check, cleanup };
  try {
    await Promise.race([failoverRun(run), stopped(), tooLong(SETTING_UP_MS_MAX + rounds * ROUND_MS_MAX)]);
  } catch (error) {
    check('the run completes', [inspect(error)]);
  }
  await cleanup.run();
  // An interrupted run may have pending work, which would keep the process alive.
  process.exit(end());
}

function stopped(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  });
}

async function tooLong(ms_max: number): Promise<never> {
  await pause(ms_max, undefined, { ref: false });
  throw new Error(`the run exceeded ${ms_max / 60_000} minutes`);
}
