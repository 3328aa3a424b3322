import { newId } from '../../contract/rules/ids.ts';
import { type Compared, compareBook } from '../load/compare-book.ts';
import type { Entry } from '../load/load-book.ts';

/** The differences that a comparison with a tampered book must report. */
const EXPECTED_DIFFERENCES = [
  /was acknowledged but is not recorded/,
  /is recorded but was never sent/,
  /of \d+ fils is recorded as delivery of \d+/,
  /moved \S+ \d+ instead of \S+ \d+/,
  /holds \d+ fils in the database instead of \d+/,
  /holds \d+ fils in the API instead of \d+/,
  /\.jpg failed with .*not_found/,
];

/**
 * Compares with a book whose commands, amounts and hashes were changed. Returns the changes that the
 * comparison did not find.
 */
export async function undetectedDifferences(compared: Compared): Promise<string[]> {
  const { book } = compared;
  const [one, two, three, ...others] = book
    .acknowledged()
    .filter(({ kind, cash }) => kind === 'delivery' && cash.length > 0);
  if (!one || !two || !three) return ['the book has too few deliveries to tamper with'];
  const tampered = new Map<string, Entry>([
    [one.command_id, { ...one, command_id: newId() }],
    [two.command_id, oneFilsMore(two)],
    [three.command_id, { ...three, files: swapped(three, others[0]) }],
  ]);
  // The other files need no second read: the comparison with the original book has read them.
  const entries = book
    .acknowledged()
    .map((entry) => tampered.get(entry.command_id) ?? { ...entry, files: [] });
  const found = await compareBook({
    ...compared,
    book: { ...book, all: () => entries, acknowledged: () => entries },
  });
  return EXPECTED_DIFFERENCES.filter((expected) => !found.some((line) => expected.test(line))).map(
    (expected) => `no difference matches ${expected.source}`,
  );
}

function oneFilsMore(entry: Entry): Entry {
  const cash = entry.cash.map(({ user_id, fils }) => ({ user_id, fils: fils + 1 }));
  return { ...entry, amount_fils: entry.amount_fils + 1, cash, files: [] };
}

/** Returns the entry's files with the hashes of another entry's. */
function swapped({ files }: Entry, other: Entry | undefined): Entry['files'] {
  return files.map((file, index) => ({ ...file, sha256: other?.files[index]?.sha256 ?? file.sha256 }));
}
