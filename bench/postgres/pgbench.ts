import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '../../contract/rules/ids.ts';
import { REQUEST_ROLE } from '../../server/platform/database/database-roles.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import type { BenchPlace } from '../bench-place.ts';
import type { RecordedStatement } from './recorded-statements.ts';

const run = promisify(execFile);
const UUID_IN_TEXT = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export type Pgbench = Awaited<ReturnType<typeof openPgbench>>;
type How = 'one_by_one' | 'together';

/** Maps recorded values to those of another job. */
export type Substitutions = ReadonlyMap<string, string>;

export async function isPgbenchInstalled(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Replays recorded statements with pgbench: prepared, with generic plans as on the server, `one_by_one` or
 * `together` as the server sends them. Values that differ between jobs are read from a table first; the time
 * of that read is measured separately and subtracted. The first job of each connection, which prepares the
 * statements, does not count.
 */
export async function openPgbench(
  place: Pick<BenchPlace, 'pools' | 'request_url'>,
  sendings: readonly RecordedStatement[][],
) {
  const directory = await makeTemporaryDirectory();
  const values = [
    ...new Set(
      sendings.flat().flatMap((recorded) => recorded.values.filter((value) => value !== null).map(String)),
    ),
  ];
  let jobs_count = 0;

  async function pgbench(script: string, constants: readonly string[], at_once: number): Promise<number> {
    const each = Math.floor(jobs_count / at_once);
    const file = join(directory.path, 'script.sql');
    const log = join(directory.path, `log.${newId()}`);
    await writeFile(file, script);
    const named = [...constants, 'i=0', `clients=${at_once}`].flatMap((constant) => ['--define', constant]);
    const parameters = [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${at_once}`,
      `--transactions=${each}`,
    ];
    const logging = ['--log', `--log-prefix=${log}`];
    await run('pgbench', [...parameters, ...logging, ...named, `--file=${file}`], {
      env: { ...process.env, ...environmentOf(place.request_url) },
    });
    return meanOfLater(directory.path, log);
  }

  return {
    /** Returns the mean duration of a job in ms with `at_once` clients, and the number of jobs run. */
    async measure(
      jobs: readonly Substitutions[],
      at_once: number,
      how: How,
    ): Promise<{ ms: number; jobs: number }> {
      const { changing, constants } = await fillJobs(place, values, jobs);
      jobs_count = jobs.length;
      const reading = readingOf(changing);
      const reading_ms = await pgbench(reading, constants, at_once);
      const whole_ms = await pgbench(reading + scriptOf(sendings, values, how), constants, at_once);
      return { ms: whole_ms - reading_ms, jobs: Math.floor(jobs.length / at_once) * at_once };
    },
    close: async () => {
      await place.pools.owner.query('drop table if exists bench_jobs');
      await directory.remove();
    },
  };
}

/**
 * Returns the connection settings of libpq, and makes plans generic from the first execution, as on the
 * server.
 */
function environmentOf(request_url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(request_url);
  return {
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: pathname.slice(1),
    PGOPTIONS: '-c plan_cache_mode=force_generic_plan',
  };
}

/**
 * Fills a table with one row per job and one column per recorded value that differs in some job; others are
 * constants.
 */
async function fillJobs(
  { pools }: Pick<BenchPlace, 'pools'>,
  values: readonly string[],
  jobs: readonly Substitutions[],
) {
  const rows = jobs.map((others) => {
    const fresh = new Map<string, string>();
    const uuid = (id: string) => {
      const other = others.get(id) ?? fresh.get(id) ?? newId();
      fresh.set(id, other);
      return other;
    };
    return values.map((value) => others.get(value) ?? value.replace(UUID_IN_TEXT, uuid));
  });
  const changing = values.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== values[at]));
  const constants = values.flatMap((value, at) =>
    value === '' || changing.includes(at) ? [] : [`v${at}=${value}`],
  );
  await pools.owner.query(`drop table if exists bench_jobs;
    create unlogged table bench_jobs (n int primary key, ${changing.map((at) => `v${at} text`).join(', ')});
    grant select on bench_jobs to ${REQUEST_ROLE}`);
  await pools.owner.query(
    `insert into bench_jobs select (j.n - 1)::int, ${changing.map((at) => `j.row ->> ${at}`).join(', ')}
     from jsonb_array_elements($1::jsonb) with ordinality as j (row, n)`,
    [JSON.stringify(rows)],
  );
  await pools.owner.query('analyze bench_jobs');
  return { changing, constants };
}

function readingOf(changing: readonly number[]): string {
  return `\\set n :i * :clients + :client_id
\\set i :i + 1
select ${changing.map((at) => `v${at}`).join(', ')} from bench_jobs where n = :n \\gset
`;
}

function scriptOf(
  sendings: readonly RecordedStatement[][],
  values: readonly string[],
  how: 'one_by_one' | 'together',
): string {
  const statement = ({ text, values: own }: RecordedStatement) =>
    `${text.replace(/\$(\d+)/g, (_, k: string) => {
      const value = own[Number(k) - 1] ?? null;
      // pgbench variables can be neither null nor empty.
      if (value === null || value === '') return value === null ? 'null' : "''";
      return `:v${values.indexOf(String(value))}`;
    })};\n`;
  const together = (group: RecordedStatement[]) =>
    `\\startpipeline\n${group.map(statement).join('')}\\endpipeline\n`;
  return how === 'together' ? sendings.map(together).join('') : sendings.flat().map(statement).join('');
}

/**
 * Returns the mean latency in ms from pgbench logs, without each client's first job (columns: client, number,
 * µs, …).
 */
async function meanOfLater(directory: string, log: string): Promise<number> {
  const files = (await readdir(directory)).filter((name) => join(directory, name).startsWith(log));
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
  const lines = texts.flatMap((text) => text.trim().split('\n')).map((line) => line.split(' ').map(Number));
  const later = lines.filter(([, number = 0]) => number > 1).map(([, , took_us = 0]) => took_us / 1_000);
  if (later.length === 0) throw new Error('pgbench ran too few jobs on each connection');
  return later.reduce((sum, ms) => sum + ms, 0) / later.length;
}
