import { say } from '../attack/report.ts';
import { backupAndRestore } from './backup-restore.ts';
import { openBenchPlace } from './bench-place.ts';
import { growingBook, hotBalance } from './cash-book.ts';
import { cashCommands } from './cash-commands.ts';
import { largeFiles } from './large-files.ts';
import { type Part, printPart, writeResults } from './report.ts';

const RESULTS = 'bench/results.json';
const FULL = {
  drivers: 64,
  deliveries: 2_000,
  large_deliveries: 200,
  postings: 4_000,
  books: [1_000, 100_000, 1_000_000],
};
const QUICK = { drivers: 40, deliveries: 80, large_deliveries: 16, postings: 160, books: [1_000, 20_000] };

/** `npm run bench` measures everything; `-- --quick` only that it runs. Every rate stands beside what it is compared with. */
const sizes = process.argv.includes('--quick') ? QUICK : FULL;
const place = await openBenchPlace(sizes.drivers);
const parts: Part[] = [];
try {
  for (const measurePart of [
    () => cashCommands(place, sizes.deliveries),
    () => largeFiles(place, sizes.large_deliveries),
    () => hotBalance(place, sizes.postings),
    () => growingBook(place, sizes.books, sizes.postings),
    () => backupAndRestore(place),
  ]) {
    const part = await measurePart();
    printPart(part);
    parts.push(part);
  }
  await writeResults(RESULTS, sizes, parts);
  say(`\nWritten to ${RESULTS}`);
} finally {
  await place.close();
}
