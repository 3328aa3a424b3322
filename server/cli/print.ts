import type { Command } from 'commander';
import { oneLine } from './visible-text.ts';

type Cell = string | number | boolean | null;

/** Writes lines where the program writes its output; values within them are made one line by whoever puts them there. */
export function print(command: Command, text: string): void {
  command.configureOutput().writeOut?.(`${text}\n`);
}

/** Writes what was done, as JSON or as a sentence. */
export function printResult(
  command: Command,
  { json = false }: { json?: boolean | undefined },
  result: object,
  sentence: string,
): void {
  print(command, json ? JSON.stringify(result, null, 2) : sentence);
}

/** Writes rows as JSON, or as columns under their fields' names; `empty` says that there are none. */
export function printRows(
  command: Command,
  rows: readonly Record<string, Cell>[],
  { json = false, empty }: { json?: boolean | undefined; empty: string },
): void {
  if (json) print(command, JSON.stringify(rows, null, 2));
  else for (const line of rows.length > 0 ? columns(rows) : [empty]) print(command, line);
}

function columns(rows: readonly Record<string, Cell>[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cellText(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '—';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return oneLine(String(cell));
}
