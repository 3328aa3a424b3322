import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from '../../server/platform/data-directory/data-directory.ts';
import type { Row } from '../part.ts';
import { tenths } from './measure.ts';

/**
 * Returns the memory of the server process and of its database, in MB. `rss_mb` counts memory that the
 * database's processes share once for each process, `shared_once_mb` once in all. Returns no rows except on
 * Linux.
 */
export async function idleMemory(server_pid: number, data_dir: string): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const lock = await readFile(join(dataPaths(data_dir).cluster, 'postmaster.pid'), 'utf8');
  const postmaster = Number(lock.split('\n')[0]);
  return [
    await rowOf('Node', [server_pid]),
    await rowOf('PostgreSQL', [postmaster, ...(await childrenOf(postmaster))]),
  ];
}

async function rowOf(of: string, pids: number[]): Promise<Row> {
  const maps = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')));
  const sum = (name: string) =>
    tenths(
      maps.reduce((all, map) => all + Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(map)?.[1]), 0) / 1024,
    );
  return { of, processes: pids.length, rss_mb: sum('Rss'), shared_once_mb: sum('Pss') };
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, at) => parents[at] === parent);
}

/** Returns NaN once the process has ended. */
async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
}
