import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Part, Table } from '../part.ts';
import { UsageError } from './usage-error.ts';

const figure = z.union([z.string(), z.number()]);
const better = z.record(z.string(), z.enum(['more', 'less']));
const table = z.object({
  title: z.string(),
  keys: z.array(z.string()),
  steady: better,
  times: better,
  rows: z.array(z.record(z.string(), figure)),
});
const keptRun = z.object({
  at: z.string(),
  commit: z.string(),
  machine: z.record(z.string(), figure),
  parts: z.array(
    z.object({ name: z.string(), sizes: z.record(z.string(), z.unknown()), tables: z.array(table) }),
  ),
});

/**
 * A run as stored in a file. It describes its own columns, so that it stays readable when the parts change.
 */
export type KeptRun = z.infer<typeof keptRun>;
export type KeptPart = KeptRun['parts'][number];

export function newRun(): KeptRun {
  return { at: new Date().toISOString(), commit: commit(), machine: machine(), parts: [] };
}

export function keptPart({ name }: Part, sizes: Record<string, unknown>, tables: Table[]): KeptPart {
  return { name, sizes, tables };
}

export async function keepRun(path: string, run: KeptRun): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(run, null, 2)}\n`);
}

/** Throws Refused if the file does not exist or is not a kept run. */
export async function readKeptRun(path: string): Promise<KeptRun> {
  try {
    return keptRun.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} is not a kept run of this benchmark: ${reason}`);
  }
}

/** Returns the properties of the machine on which figures depend. */
function machine(): KeptRun['machine'] {
  const [first] = cpus();
  return {
    platform: `${process.platform} ${process.arch}`,
    processor: first?.model.trim() ?? 'unknown',
    processors: cpus().length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}

/** Returns the checkout's commit, with a + if files differ from it. */
function commit(): string {
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return git('rev-parse', '--short=10', 'HEAD') + (changed ? '+' : '');
  } catch {
    return 'unknown';
  }
}
