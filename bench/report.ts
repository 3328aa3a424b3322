import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { columns } from '../server/cli/print.ts';

type Value = string | number;
export type Row = Record<string, Value>;
export type Part = { title: string; rows: Row[] };

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One part as a table, columns under their names. */
export function printPart({ title, rows }: Part): void {
  say([`\n${title}`, ...columns(rows)].join('\n'));
}

export async function writeResults(path: string, sizes: object, parts: Part[]): Promise<void> {
  const machine = { node: process.version, platform: process.platform, cpus: cpus().length };
  await mkdir(dirname(path), { recursive: true });
  const results = { at: new Date().toISOString(), machine, sizes, parts };
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
}
