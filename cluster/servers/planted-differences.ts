import { newId } from '../../contract/rules/ids.ts';
import { type Compared, compareBook } from '../load/compare-book.ts';
import type { Entry } from '../load/load-book.ts';

/** What a book that was tampered with has to be told. */
const SAYINGS = [
  /was acknowledged and is lost/,
  /is recorded and nobody made it/,
  /of \d+ fils is recorded as delivery of \d+/,
  /moved \S+ \d+ instead of \S+ \d+/,
  /holds \d+ fils in the database instead of \d+/,
  /is told \d+ fils instead of \d+/,
  /\.jpg answered .*not_found/,
];

/** Compares with a book in which commands, amounts and bytes are others than they were. Answers what the comparison did not find. */
export async function plantedDifferences(compared: Compared): Promise<string[]> {
  const { book } = compared;
  const [one, two, three, ...others] = book
    .acknowledged()
    .filter(({ kind, cash }) => kind === 'delivery' && cash.length > 0);
  if (!one || !two || !three) return ['there is too little in the book to tamper with it'];
  const tampered = new Map<string, Entry>([
    [one.command_id, { ...one, command_id: newId() }],
    [two.command_id, oneFilsMore(two)],
    [three.command_id, { ...three, files: swapped(three, others[0]) }],
  ]);
  // What was sent is read once already, with the book as it is.
  const entries = book
    .acknowledged()
    .map((entry) => tampered.get(entry.command_id) ?? { ...entry, files: [] });
  const found = await compareBook({
    ...compared,
    book: { ...book, all: () => entries, acknowledged: () => entries },
  });
  return SAYINGS.filter((saying) => !found.some((line) => saying.test(line))).map(
    (saying) => `nothing is said like ${saying.source}`,
  );
}

function oneFilsMore(entry: Entry): Entry {
  const cash = entry.cash.map(({ user_id, fils }) => ({ user_id, fils: fils + 1 }));
  return { ...entry, amount_fils: entry.amount_fils + 1, cash, files: [] };
}

/** Its files by the hashes of another's. */
function swapped({ files }: Entry, other: Entry | undefined): Entry['files'] {
  return files.map((file, index) => ({ ...file, sha256: other?.files[index]?.sha256 ?? file.sha256 }));
}
