import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a kernel tick of /proc is, in ms: 100 a second on every Linux that Node runs on (proc(5), sysconf(_SC_CLK_TCK)). */
const TICK_MS = 10;

/** Processor time of the server and of its Postgres with all its processes, in ms since they began; null where there is no /proc. */
export type ProcessorTime = { node_ms: number; postgres_ms: number };

export function processorTime({ pid, data_dir }: { pid: number; data_dir: string }): ProcessorTime | null {
  const own = statOf(pid);
  const postgres_ms = processorMsOfTree(postmasterOf(join(data_dir, 'postgres')));
  return own && postgres_ms !== null ? { node_ms: own.own_ms, postgres_ms } : null;
}

/** The process id of the Postgres that runs in a cluster's directory. Throws where none does. */
export function postmasterOf(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Of a process and its children, those that have ended included, in ms since they began; null where there is no /proc. */
export function processorMsOfTree(pid: number): number | null {
  const top = statOf(pid);
  if (!top) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map((name) => statOf(Number(name))).filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.own_ms ?? 0), top.own_ms + top.of_ended_ms);
}

/** What one of `jobs` took of each, in ms. */
export function perJob(
  before: ProcessorTime | null,
  after: ProcessorTime | null,
  jobs: number,
): Partial<ProcessorTime> {
  if (!before || !after) return {};
  const each = (name: keyof ProcessorTime) => Math.round(((after[name] - before[name]) / jobs) * 100) / 100;
  return { node_ms: each('node_ms'), postgres_ms: each('postgres_ms') };
}

/** The fields of /proc/PID/stat (proc(5)) behind the name, which may hold spaces. */
function statOf(pid: number): { parent: number; own_ms: number; of_ended_ms: number } | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = (...at: number[]) => at.reduce((sum, index) => sum + (fields[index] ?? 0), 0) * TICK_MS;
    return { parent, own_ms: ticks(11, 12), of_ended_ms: ticks(13, 14) };
  } catch {
    return null;
  }
}
