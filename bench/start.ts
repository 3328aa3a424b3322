import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../tests/support/e2e-server.ts';
import { makeTemporaryDirectory } from '../tests/support/temporary-directory.ts';
import { idleMemory } from './measure/idle-memory.ts';
import { hundredths, quantiles, timed } from './measure/measure.ts';
import type { Part, Row, Table } from './part.ts';
import { barePostgres } from './postgres/bare-postgres.ts';

type Sizes = { rounds: number; idle_s: number };

export const start: Part<Sizes> = {
  name: 'start',
  about: 'from program start to the first response, compared with its bare database; memory when idle',
  sizes: { full: { rounds: 5, idle_s: 10 }, quick: { rounds: 1, idle_s: 1 } },
  measure: async (_bench, sizes) => starts(sizes),
};

/**
 * The built server, and the script of `npm start`, which first checks whether packages and build are up to
 * date.
 */
const PROGRAMS = { server: 'dist/server/main.js', start: 'scripts/start.mjs' };
/**
 * The data directory before a start: empty; left by a stopped server; left by a killed server, whose database
 * still runs.
 */
const STATES = ['empty', 'used', 'killed'] as const;
const POLL_MS = 2;

type State = (typeof STATES)[number];
type Started = { ms: number; cpu_ms: number };

async function starts({ rounds, idle_s }: Sizes): Promise<Table[]> {
  const ours = new Map<string, Started[]>();
  const bare = new Map<State, number[]>();
  let memory: Row[] = [];
  // Programs run in turns, so that other load on the machine affects all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const [program, path] of Object.entries(PROGRAMS)) {
      const idle_ms = round === rounds - 1 && program === 'server' ? idle_s * 1_000 : undefined;
      const life = await liveThrough(path, idle_ms);
      for (const state of STATES) note(ours, `${program} ${state}`, life.started[state]);
      memory = life.memory ?? memory;
    }
    const alone = await startBare();
    for (const state of STATES) note(bare, state, alone[state]);
  }
  const rows = Object.keys(PROGRAMS).flatMap((program) =>
    STATES.map((directory) => {
      const all = ours.get(`${program} ${directory}`) ?? [];
      const ms = median(all.map((one) => one.ms));
      const bare_ms = median(bare.get(directory) ?? []);
      const cpu_ms = median(all.map((one) => one.cpu_ms));
      return { program, directory, cpu_ms, to_bare: hundredths(ms / bare_ms), ms, bare_ms };
    }),
  );
  return [
    {
      title:
        'Start to first response; bare: an empty Node process and the bare database, one after the other',
      keys: ['program', 'directory'],
      steady: { cpu_ms: 'less', to_bare: 'less' },
      times: { ms: 'less', bare_ms: 'less' },
      rows,
    },
    {
      title: 'Memory of an idle server',
      keys: ['of'],
      steady: { rss_mb: 'less', shared_once_mb: 'less' },
      times: {},
      rows: memory,
    },
  ];
}

/**
 * Starts the program in an empty directory and stops it, starts it and kills it, and starts it again.
 * Measures each start until the first response.
 */
async function liveThrough(program: string, idle_ms?: number) {
  const directory = await makeTemporaryDirectory();
  const data_dir = join(directory.path, 'data');
  try {
    const empty = await startAnswering(program, data_dir);
    await empty.server.stop();
    const used = await startAnswering(program, data_dir);
    await used.server.kill();
    const killed = await startAnswering(program, data_dir);
    if (idle_ms !== undefined) await pause(idle_ms);
    const memory = idle_ms === undefined ? undefined : await idleMemory(killed.server.pid, data_dir);
    await killed.server.stop();
    return { started: { empty, used, killed }, memory };
  } finally {
    await directory.remove();
  }
}

/** `cpu_ms`: the processor time of the process until it is ready, without the database's processes. */
async function startAnswering(
  program: string,
  data_dir: string,
): Promise<Started & { server: ServerProcess }> {
  const port = await freePort();
  const begun = performance.now();
  const starting = startServerProcess({ program, data_dir, env: { PORT: String(port) } });
  const [server, ms] = await Promise.all([starting, firstAnswer(port, begun, starting)]);
  return { server, ms, cpu_ms: await cpuOf(server.pid) };
}

async function firstAnswer(port: number, begun: number, starting: Promise<unknown>): Promise<number> {
  let is_over = false;
  // The caller reports a failed start.
  starting.catch(() => {
    is_over = true;
  });
  while (!is_over) {
    if (await isAnswered(port)) break;
    await pause(POLL_MS);
  }
  return performance.now() - begun;
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

const TICK_MS = 10;

/** Returns the user and system time of a process since its start, in ms; 0 without /proc. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** Measures the same three starts for the minimum, an empty Node process and the bare database. */
async function startBare(): Promise<Record<State, number>> {
  const directory = await makeTemporaryDirectory();
  try {
    const node = await timed(() => promisify(execFile)(process.execPath, ['-e', '0']));
    const postgres = await barePostgres(join(directory.path, 'cluster'));
    const made = await timed(postgres.make);
    const first = await timed(postgres.start);
    await postgres.stop();
    const again = await timed(postgres.start);
    const stopped = await timed(postgres.stop);
    const after = await timed(postgres.start);
    await postgres.stop();
    return {
      empty: node.ms + made.ms + first.ms,
      used: node.ms + again.ms,
      killed: node.ms + stopped.ms + after.ms,
    };
  } finally {
    await directory.remove();
  }
}

function note<Key, Value>(values: Map<Key, Value[]>, key: Key, value: Value): void {
  values.set(key, [...(values.get(key) ?? []), value]);
}

function median(values: readonly number[]): number {
  return quantiles(values)(0.5);
}
