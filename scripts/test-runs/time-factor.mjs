import { spawn } from 'node:child_process';

const NAME = 'TEST_TIME_FACTOR';
/** So many processes of a run want the processor at once: workers of both test programs, browsers, servers and PostgreSQL. */
const PROCESSES = 4;
/** The workload's time where each of them has a core of its own (AMD EPYC, Node 20); two idle cores take twice as long. */
const REFERENCE_MS = 530;
const FACTOR_MAX = 4;
const ROUNDS = 2;

/** Processes, memory and computation, which are what tests wait for: a machine can be slow in each of them alone. */
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
 * Returns how many times slower this machine is at present than one with a core for each process of a run, from 1 to 4. Measures it
 * once, with a fixed workload, and keeps it in the environment for the processes of this run.
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

/** The measured factor; the largest one where nothing was measured, as in a program that shares code with tests. */
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
