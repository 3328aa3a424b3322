import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { say } from '../attack/report.ts';
import { columns } from '../server/cli/print.ts';

export type Row = Record<string, string | number>;
export type Part = { title: string; rows: Row[] };

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
