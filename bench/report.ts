import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';

type Value = string | number;
export type Row = Record<string, Value>;
export type Part = { title: string; rows: Row[] };

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One part as a table, columns under their names. */
export function printPart({ title, rows }: Part): void {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  say(`\n${title}`);
  for (const line of lines)
    say(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export async function writeResults(path: string, sizes: object, parts: Part[]): Promise<void> {
  const machine = { node: process.version, platform: process.platform, cpus: cpus().length };
  await mkdir(dirname(path), { recursive: true });
  const results = { at: new Date().toISOString(), machine, sizes, parts };
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
}
