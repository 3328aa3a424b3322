import { print } from '../attack/report.ts';
import { type BenchPlace, openBenchPlace } from './bench-place.ts';
import { type BenchArguments, readBenchArguments } from './kept-runs/bench-arguments.ts';
import { compareRuns } from './kept-runs/compare-runs.ts';
import { type KeptRun, keepRun, keptPart, newRun, readKeptRun } from './kept-runs/kept-run.ts';
import { printComparison, printTable } from './kept-runs/report.ts';
import { UsageError } from './kept-runs/usage-error.ts';
import { PARTS } from './parts.ts';

const DRIVERS = 64;

/**
 * Measures all parts, or the named ones; `--quick` only shows that they run. `--compare FILE` prints the
 * changes since a kept run, `--compare FILE --with FILE` those between two. Results are kept in
 * `bench/results.json`, or in `--keep FILE`. Each rate is printed next to its reference.
 */
try {
  await bench(readBenchArguments(process.argv.slice(2), PARTS));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function bench(chosen: BenchArguments): Promise<void> {
  const before = chosen.compare === undefined ? undefined : await readKeptRun(chosen.compare);
  const after = chosen.with === undefined ? await measureParts(chosen) : await readKeptRun(chosen.with);
  if (before === undefined) return;
  // Two kept runs are compared in full, including the parts that are measured only when named.
  const compares_all = chosen.with !== undefined && !chosen.named;
  const names = compares_all ? undefined : chosen.parts.map(({ name }) => name);
  printComparison(before, after, compareRuns(before, after, names));
}

async function measureParts({ parts, quick, keep }: BenchArguments): Promise<KeptRun> {
  const run = newRun();
  let opened: Promise<BenchPlace> | undefined;
  const place = () => {
    opened ??= openBenchPlace(DRIVERS);
    return opened;
  };
  try {
    for (const part of parts) {
      const sizes = quick ? part.sizes.quick : part.sizes.full;
      const tables = await part.measure({ place }, sizes);
      tables.forEach(printTable);
      run.parts.push(keptPart(part, sizes, tables));
      // Saved after each part, so that a later failure loses nothing.
      await keepRun(keep, run);
    }
  } finally {
    await (await opened)?.close();
  }
  print(`\nWritten to ${keep}`);
  return run;
}
