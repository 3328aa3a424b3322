import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const NAME = 'TEST_TIME_FACTOR';
/** The workload's median time on the reference machine: two idle cores of an AMD EPYC server, Node 20. */
const REFERENCE_MS = 1_000;
const FACTOR_MAX = 4;
const ROUNDS = 2;

/** Processes, memory and computation, which are what tests wait for: a machine can be slow in each of them alone. */
const WORKLOAD = `
  const { createHash } = require('node:crypto');
  let text = '';
  for (let round = 0; round < 6; round += 1) {
    const rows = Array.from({ length: 40000 }, (_, at) => ({ at, name: 'row ' + ((at * 7919) % 40000) }));
    rows.sort((one, other) => (one.name < other.name ? -1 : 1));
    text = JSON.stringify(JSON.parse(JSON.stringify(rows)));
    createHash('sha256').update(Buffer.alloc(4000000, text)).digest();
  }`;

/**
 * Returns how many times slower than the reference machine this one is at present, from 1 to 4. Measures it once, with a fixed
 * workload on every core, and keeps it in the environment for the processes of this run.
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
  await Promise.all(Array.from({ length: availableParallelism() }, runWorkload));
  return performance.now() - began;
}

function runWorkload() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', WORKLOAD], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
