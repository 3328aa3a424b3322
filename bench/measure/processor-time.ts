import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A kernel tick of /proc, in ms: every Linux that Node runs on has 100 per second (proc(5),
 * sysconf(_SC_CLK_TCK)).
 */
const TICK_MS = 10;

/**
 * Processor time of the server and of all processes of its PostgreSQL since they started, in ms; null without
 * /proc.
 */
export type ProcessorTime = { node_ms: number; postgres_ms: number };

export function processorTime({ pid, data_dir }: { pid: number; data_dir: string }): ProcessorTime | null {
  const own = statOf(pid);
  const postgres_ms = processorMsOfTree(postmasterOf(join(data_dir, 'postgres')));
  return own && postgres_ms !== null ? { node_ms: own.own_ms, postgres_ms } : null;
}

/** Returns the process id of the PostgreSQL that runs in a cluster's directory. Throws if none runs. */
export function postmasterOf(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/**
 * Returns the processor time of a process and its children, ended ones included, in ms; null without /proc.
 */
export function processorMsOfTree(pid: number): number | null {
  const top = statOf(pid);
  if (!top) return null;
  const children = processIds()
    .map(statOf)
    .filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.own_ms ?? 0), top.own_ms + top.of_ended_ms);
}

/**
 * Returns the time in ms for which processors of this virtual machine had work while the hypervisor ran other
 * machines, summed over the processors since boot (`steal` of proc(5)); null without /proc.
 */
export function stolenMs(stat: string | null = readOrNull('/proc/stat')): number | null {
  const [, ...ticks] = stat?.split('\n')[0]?.split(/ +/) ?? [];
  return ticks[7] === undefined ? null : Number(ticks[7]) * TICK_MS;
}

/** Returns the processor time per job, in ms. */
export function perJob(
  before: ProcessorTime | null,
  after: ProcessorTime | null,
  jobs: number,
): Partial<ProcessorTime> {
  if (!before || !after) return {};
  const each = (name: keyof ProcessorTime) => Math.round(((after[name] - before[name]) / jobs) * 100) / 100;
  return { node_ms: each('node_ms'), postgres_ms: each('postgres_ms') };
}

/** Sums the processor time of this process and of everything that it starts, until `stop`. */
export type RunningSum = {
  /** User + system time so far, in ms; null without /proc. */
  read(): number | null;
  stop(): void;
};

/**
 * The interval of the samples: a detached process that ends between two samples loses the time since the last
 * one.
 */
const SAMPLE_EVERY_MS = 500;

/**
 * Watches the process tree of this process, from the start of the process. The tree includes detached
 * processes (PostgreSQL, the remains of a killed browser): they inherit the environment variable `mark`,
 * which this sets.
 *
 * The kernel adds the time of a child that was waited for to its parent (`cutime` and `cstime` of proc(5)).
 * Therefore the sum is that of the living processes, children that they waited for included, plus the last
 * sample of every process that ended without such a parent.
 */
export function sumOfOwnTree(mark: string): RunningSum {
  const value = `${process.pid}-${Date.now()}`;
  process.env[mark] = value;
  const tree = new ProcessTree(process.pid, `${mark}=${value}`);
  tree.sample();
  const timer = setInterval(() => tree.sample(), SAMPLE_EVERY_MS);
  timer.unref();
  return {
    read: () => (statOf(process.pid) ? tree.sample() : null),
    stop: () => clearInterval(timer),
  };
}

type Stat = NonNullable<ReturnType<typeof statOf>>;

class ProcessTree {
  private members = new Map<number, Stat>();
  private readonly foreign = new Map<number, number>();
  private readonly root: number;
  private readonly marked: string;
  private orphaned_ms = 0;

  constructor(root: number, marked: string) {
    this.root = root;
    this.marked = marked;
  }

  /** Returns the sum, in ms. */
  sample(): number {
    const before = this.members;
    this.members = this.find(before);
    this.addOrphaned(before);
    const alive = [...this.members.values()];
    return alive.reduce((sum, { own_ms, of_ended_ms }) => sum + own_ms + of_ended_ms, this.orphaned_ms);
  }

  private find(before: ReadonlyMap<number, Stat>): Map<number, Stat> {
    const found = new Map<number, Stat>();
    for (const pid of processIds()) {
      const stat = statOf(pid);
      if (!stat || this.foreign.get(pid) === stat.started) continue;
      const is_known = pid === this.root || before.get(pid)?.started === stat.started;
      if (is_known || before.has(stat.parent) || this.isMarked(pid)) found.set(pid, stat);
      else this.foreign.set(pid, stat.started);
    }
    return found;
  }

  private isMarked(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(this.marked);
    } catch {
      return false;
    }
  }

  /**
   * Keeps the time of ended processes that no parent waited for; the kernel added the rest to the nearest
   * living ancestor.
   */
  private addOrphaned(before: ReadonlyMap<number, Stat>): void {
    const ended_ms = new Map<number | undefined, number>();
    for (const [pid, stat] of before) {
      if (this.members.has(pid)) continue;
      const ancestor = this.livingAncestor(stat, before);
      ended_ms.set(ancestor, (ended_ms.get(ancestor) ?? 0) + stat.own_ms + stat.of_ended_ms);
    }
    for (const [ancestor, ms] of ended_ms) {
      const added_ms = ancestor === undefined ? 0 : this.endedSince(ancestor, before);
      this.orphaned_ms += Math.max(0, ms - added_ms);
    }
  }

  private endedSince(pid: number, before: ReadonlyMap<number, Stat>): number {
    return (this.members.get(pid)?.of_ended_ms ?? 0) - (before.get(pid)?.of_ended_ms ?? 0);
  }

  private livingAncestor(stat: Stat, before: ReadonlyMap<number, Stat>): number | undefined {
    for (let at: Stat | undefined = stat; at; at = before.get(at.parent)) {
      if (this.members.has(at.parent)) return at.parent;
    }
    return undefined;
  }
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * Parses the fields of /proc/PID/stat (proc(5)) after the name, which may contain spaces. `started`
 * distinguishes a reused PID from its predecessor.
 */
function statOf(
  pid: number,
): { parent: number; own_ms: number; of_ended_ms: number; started: number } | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = (...at: number[]) => at.reduce((sum, index) => sum + (fields[index] ?? 0), 0) * TICK_MS;
    return { parent, own_ms: ticks(11, 12), of_ended_ms: ticks(13, 14), started: fields[19] ?? 0 };
  } catch {
    return null;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
