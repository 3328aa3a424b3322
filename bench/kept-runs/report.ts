import { print } from '../../attack/report.ts';
import { columns } from '../../server/cli/terminal/print.ts';
import type { Table } from '../part.ts';
import type { RunComparison } from './compare-runs.ts';
import type { KeptRun } from './kept-run.ts';

/** Prints a table with its title and column names. */
export function printTable({ title, rows }: Table): void {
  print([`\n${title}`, ...columns(rows)].join('\n'));
}

/** Prints what changed between two runs, with marked warnings where they are hard to compare. */
export function printComparison(before: KeptRun, after: KeptRun, comparison: RunComparison): void {
  print(`\nBefore: ${before.commit} of ${before.at}\nAfter:  ${after.commit} of ${after.at}`);
  for (const warning of comparison.warnings) print(`!!! ${warning}`);
  for (const { title, changes, one_sided } of comparison.parts.flatMap(({ tables }) => tables)) {
    print([`\n${title}`, ...columns(changes), ...one_sided].join('\n'));
  }
  if (comparison.one_sided.length > 0) print(`\n${comparison.one_sided.join('\n')}`);
}
