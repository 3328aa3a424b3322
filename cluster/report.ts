import { print } from '../attack/report.ts';
import { columns } from '../server/cli/terminal/print.ts';

const SHOWN_MAX = 20;

/** Prints the result of each check, and a row of figures for each part. */
export function report() {
  let passed = 0;
  let failed = 0;
  return {
    row(title: string, figures: Record<string, number>): void {
      print([`\n${title}`, ...columns([figures])].join('\n'));
    },
    /** Passes if no problem was found. */
    check(title: string, found: readonly string[]): void {
      if (found.length === 0) passed += 1;
      else failed += 1;
      print(`${found.length === 0 ? 'passed' : 'FAILED'}  ${title}`);
      for (const line of found.slice(0, SHOWN_MAX)) print(`        ${line}`);
      if (found.length > SHOWN_MAX) print(`        and ${found.length - SHOWN_MAX} more`);
    },
    /** Prints the totals and returns the exit code. */
    end(): number {
      print(`\n${passed} passed, ${failed} failed`);
      return failed === 0 ? 0 : 1;
    },
  };
}
