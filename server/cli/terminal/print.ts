import type { Command } from 'commander';
import type { Tx } from '../../platform/database/database.ts';
import type { Cli } from '../cli.ts';
import { operate, type ShopOption, shopId } from '../operate.ts';
import { stop } from './ending.ts';

type Cell = string | number | boolean | null;
type Row = Record<string, Cell>;

/** The value of `--json` from commander. */
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

/** Prints rows as JSON, or as columns with their field names; prints `empty` if there are none. */
export function printRows({ print }: Cli, { json }: AsJson, rows: readonly Row[], empty: string): void {
  if (json) print(JSON.stringify(rows, null, 2));
  else for (const line of rows.length > 0 ? columns(rows) : [empty]) print(line);
}

type List = {
  description: string;
  read: (tx: Tx, shop_id: number | undefined) => Promise<readonly Row[]>;
  empty: string;
};

/** Adds the subcommand `list`, for all shops or one. */
export function addListCommand(to: Command, cli: Cli, { description, read, empty }: List): void {
  to.command('list')
    .option('--shop <id>', 'of one shop only', shopId)
    .option('--json', 'as JSON')
    .description(description)
    .action(async ({ shop, json }: ShopOption & AsJson) => {
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

/** Frequent enough to show activity, rare enough for a log file. */
const EVERY_MS = 1_000;

/**
 * Returns a function that prints at most one line a second, plus each progress for which `takes_long` is
 * true. `line` is called only for printed lines. Throws if the command should stop.
 */
export function progressLines<T>(
  print: (line: string) => void,
  line: (progress: T) => string,
  takes_long: (progress: T) => boolean = () => false,
): (progress: T) => void {
  let next = performance.now() + EVERY_MS;
  return (progress) => {
    stop.throwIfAborted();
    const now = performance.now();
    if (now < next && !takes_long(progress)) return;
    next = now + EVERY_MS;
    print(line(progress));
  };
}

/** 12345678 -> 12.3 MB, 4567 -> 5 kB. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${Math.round(bytes / 100_000) / 10} MB`;
}

/**
 * Characters that control a terminal or change the text direction. Customers enter names and notes freely.
 */
const OBEYED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes all control characters except line feeds as in JSON, so that escaped JSON keeps its meaning. */
export function visible(text: string): string {
  return text.replace(OBEYED, (character) => (character === '\n' ? character : escaped(character)));
}

/** Escapes a value for use within one line, including line breaks. */
export function oneLine(text: string): string {
  return text.replace(OBEYED, escaped);
}

function escaped(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
