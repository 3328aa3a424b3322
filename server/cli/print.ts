import type { Command } from 'commander';
import type { Tx } from '../platform/database/database.ts';
import type { Cli } from './cli.ts';
import { type OfShop, operate, shopId } from './operate.ts';
import { oneLine } from './visible-text.ts';

type Cell = string | number | boolean | null;
type Row = Record<string, Cell>;

/** `--json`, as commander has it. */
export type AsJson = { json?: boolean | undefined };

export function printResult({ print }: Cli, { json }: AsJson, result: object, sentence: string): void {
  print(json ? JSON.stringify(result, null, 2) : sentence);
}

export function printFound<Found>(
  { print }: Cli,
  { json }: AsJson,
  found: readonly Found[],
  line: (one: Found) => string,
): void {
  if (json) print(JSON.stringify(found, null, 2));
  else for (const one of found) print(oneLine(line(one)));
}

/** Writes rows as JSON, or as columns under their fields' names; `empty` says that there are none. */
export function printRows({ print }: Cli, { json }: AsJson, rows: readonly Row[], empty: string): void {
  if (json) print(JSON.stringify(rows, null, 2));
  else for (const line of rows.length > 0 ? columns(rows) : [empty]) print(line);
}

type List = {
  description: string;
  read: (tx: Tx, shop_id: number | undefined) => Promise<readonly Row[]>;
  empty: string;
};

/** Adds `list`, of all shops or of one. */
export function addListCommand(to: Command, cli: Cli, { description, read, empty }: List): void {
  to.command('list')
    .option('--shop <id>', 'of one shop only', shopId)
    .option('--json', 'as JSON')
    .description(description)
    .action(async ({ shop, json }: OfShop & AsJson) => {
      printRows(cli, { json }, await operate(cli, (tx) => read(tx, shop)), empty);
    });
}

export function columns(rows: readonly Row[]): string[] {
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
