import type { Better, Row, Table } from '../part.ts';
import type { KeptPart, KeptRun } from './kept-run.ts';

/** One figure of one row, before and after. */
export type Change = {
  /** `at_once 8`, or empty in a table of one row without keys. */
  row: string;
  figure: string;
  before: string | number;
  after: string | number;
  /** After ÷ before, rounded to hundredths; null if undefined. */
  ratio: number | null;
  /** The direction of the change; null if neither direction is better. */
  verdict: 'better' | 'worse' | 'same' | null;
};

export type TableComparison = {
  title: string;
  /** Ratios, counts and processor time first, then times and rates, then facts that differ. */
  changes: Change[];
  /** One line for each row, column or single figure that only one of the runs has. */
  one_sided: string[];
};

export type RunComparison = {
  /** Differences that make figures hard to compare (machine, sizes), one line each. */
  warnings: string[];
  parts: { name: string; tables: TableComparison[] }[];
  /** One line for each part or table that only one of the runs has. */
  one_sided: string[];
};

/** Compares the named parts, or all. */
export function compareRuns(before: KeptRun, after: KeptRun, names?: readonly string[]): RunComparison {
  const wanted = (parts: KeptPart[]) => parts.filter(({ name }) => names?.includes(name) ?? true);
  const parts = matched(wanted(before.parts), wanted(after.parts), ({ name }) => name);
  const both = parts.both.map(([old, now]) => ({
    name: now.name,
    warnings: differences(`OTHER SIZES of ${now.name}`, old.sizes, now.sizes),
    tables: matched(old.tables, now.tables, ({ title }) => title),
  }));
  return {
    warnings: [
      ...differences('ANOTHER MACHINE', before.machine, after.machine),
      ...both.flatMap(({ warnings }) => warnings),
    ],
    parts: both.map(({ name, tables }) => ({
      name,
      tables: tables.both.map(([old, now]) => compareTables(old, now)),
    })),
    one_sided: [
      ...onOneSide('part', parts, ({ name }) => name),
      ...both.flatMap(({ name, tables }) => onOneSide(`table of ${name}:`, tables, ({ title }) => title)),
    ],
  };
}

/** Compares two tables. The roles of the columns come from `after`. */
export function compareTables(before: Table, after: Table): TableComparison {
  const keyOf = (row: Row) => after.keys.map((key) => `${key} ${row[key] ?? '—'}`).join(', ');
  const rows = matched(before.rows, after.rows, keyOf);
  const columns = matched(columnsOf(before), columnsOf(after), (name) => name);
  const shared = columns.both.map(([name]) => name).filter((name) => !after.keys.includes(name));
  const changesOf = (names: readonly string[], better: Better) =>
    names.flatMap((figure) =>
      rows.both.flatMap(([old, now]) =>
        changeOf(keyOf(now), figure, [old[figure], now[figure]], better[figure]),
      ),
    );
  const inOrder = (better: Better) => Object.keys(better).filter((name) => shared.includes(name));
  const facts = shared.filter((name) => !(name in after.steady) && !(name in after.times));
  return {
    title: after.title,
    changes: [
      ...changesOf(inOrder(after.steady), after.steady),
      ...changesOf(inOrder(after.times), after.times),
      ...changesOf(facts, {}).filter((change) => change.before !== change.after),
    ],
    one_sided: [
      ...onOneSide('row', rows, keyOf),
      ...onOneSide('column', columns, (name) => name),
      ...rows.both.flatMap(([old, now]) => missingFigures(keyOf(now), shared, old, now)),
    ],
  };
}

function changeOf(
  row: string,
  figure: string,
  [before, after]: [string | number | undefined, string | number | undefined],
  better: 'more' | 'less' | undefined,
): Change[] {
  if (before === undefined || after === undefined) return [];
  const are_numbers = typeof before === 'number' && typeof after === 'number';
  const ratio = are_numbers && before !== 0 ? Math.round((after / before) * 100) / 100 : null;
  return [{ row, figure, before, after, ratio, verdict: verdictOf(before, after, better) }];
}

function verdictOf(
  before: string | number,
  after: string | number,
  better: 'more' | 'less' | undefined,
): Change['verdict'] {
  if (better === undefined || typeof before !== 'number' || typeof after !== 'number') return null;
  if (before === after) return 'same';
  return after > before === (better === 'more') ? 'better' : 'worse';
}

type Matched<T> = { both: [T, T][]; only_before: T[]; only_after: T[] };

/** Pairs elements with equal names, in the order of `after`. */
function matched<T>(before: readonly T[], after: readonly T[], nameOf: (one: T) => string): Matched<T> {
  const old = new Map(before.map((one) => [nameOf(one), one]));
  const now = new Set(after.map(nameOf));
  return {
    both: after.flatMap((one): [T, T][] => {
      const found = old.get(nameOf(one));
      return found === undefined ? [] : [[found, one]];
    }),
    only_before: before.filter((one) => !now.has(nameOf(one))),
    only_after: after.filter((one) => !old.has(nameOf(one))),
  };
}

function onOneSide<T>(
  what: string,
  { only_before, only_after }: Matched<T>,
  nameOf: (one: T) => string,
): string[] {
  return [
    ...only_before.map((one) => `only before: ${what} ${nameOf(one)}`),
    ...only_after.map((one) => `only after: ${what} ${nameOf(one)}`),
  ];
}

function columnsOf({ rows }: Table): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Returns a line for each figure that one of two matching rows lacks. */
function missingFigures(row: string, names: readonly string[], before: Row, after: Row): string[] {
  return names.flatMap((name) => {
    if ((before[name] === undefined) === (after[name] === undefined)) return [];
    return [`only ${before[name] === undefined ? 'after' : 'before'}: ${name} of ${row}`];
  });
}

/** Returns one line for each name whose value differs or that only one side has. */
function differences(
  what: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string[] {
  const text = (value: unknown) => (value === undefined ? '—' : JSON.stringify(value));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => text(before[name]) !== text(after[name]))
    .map((name) => `${what}: ${name} ${text(before[name])} -> ${text(after[name])}`);
}
