import { spawn } from 'node:child_process';

const NAME = 'TEST_TIME_FACTOR';
/**
 * The number of processes of a run that compete for processors: test workers, browsers, servers, PostgreSQL.
 */
const PROCESSES = 4;
/** The workload's time with one core per process (AMD EPYC, Node 20). Two idle cores take twice as long. */
const REFERENCE_MS = 530;
const FACTOR_MAX = 4;
const ROUNDS = 2;

/** Measures process starts, memory and computation, since a machine can be slow in each of them alone. */
const WORKLOAD = `
  const { createHash } = require('node:crypto');
  let text = '';
  for (let round = 0; round < 2; round += 1) {
    const rows = Array.from({ length: 40000 }, (_, at) => ({ at, name: 'row ' + ((at * 7919) % 40000) }));
    rows.sort((one, other) => (one.name < other.name ? -1 : 1));
    text = JSON.stringify(JSON.parse(JSON.stringify(rows)));
    createHash('sha256').update(Buffer.alloc(4000000, text)).digest();
  }`;

/**
 * Returns how many times slower this machine is at present than one with a core for each process of a run,
 * from 1 to 4. It is measured once with a fixed workload and kept in the environment for the processes of
 * this run.
 */
export async function measureTimeFactor() {
  if (process.env[NAME] === undefined) {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await workloadMs());
    const factor = Math.min(...times) / REFERENCE_MS;
    process.env[NAME] = Math.min(Math.max(factor, 1), FACTOR_MAX).toFixed(2);
  }
  return timeFactor();
}

/**
 * Returns the measured factor, or the maximum if it was not measured, as in programs that share code with
 * tests.
 */
export function timeFactor() {
  return Number(process.env[NAME] ?? FACTOR_MAX);
}

async function workloadMs() {
  const began = performance.now();
  await Promise.all(Array.from({ length: PROCESSES }, runWorkload));
  return performance.now() - began;
}

function runWorkload() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', WORKLOAD], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
