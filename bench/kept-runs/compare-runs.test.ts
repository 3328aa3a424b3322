import { expect, it } from 'vitest';
import type { Row, Table } from '../part.ts';
import { compareRuns, compareTables } from './compare-runs.ts';
import type { KeptPart, KeptRun } from './kept-run.ts';

const MACHINE = { processor: 'a', processors: 2, node: 'v22.0.0' };

function tableOf(rows: Row[], other: Partial<Table> = {}): Table {
  return {
    title: 'Deliveries',
    keys: ['at_once'],
    steady: { ratio: 'more', statements: 'less' },
    times: { p50_ms: 'less', per_second: 'more' },
    rows,
    ...other,
  };
}

function runOf(parts: KeptPart[], machine: KeptRun['machine'] = MACHINE): KeptRun {
  return { at: '2026-01-01T00:00:00.000Z', commit: 'abc', machine, parts };
}

function partOf(name: string, tables: Table[], sizes: Record<string, unknown> = { jobs: 10 }): KeptPart {
  return { name, sizes, tables };
}

it('matches rows by their keys in any order and reports each figure before, after and as a ratio', () => {
  const before = tableOf([
    { at_once: 8, ratio: 0.5 },
    { at_once: 1, ratio: 0.8 },
  ]);
  const after = tableOf([
    { at_once: 1, ratio: 0.6 },
    { at_once: 8, ratio: 0.75 },
  ]);
  expect(compareTables(before, after).changes).toEqual([
    { row: 'at_once 1', figure: 'ratio', before: 0.8, after: 0.6, ratio: 0.75, verdict: 'worse' },
    { row: 'at_once 8', figure: 'ratio', before: 0.5, after: 0.75, ratio: 1.5, verdict: 'better' },
  ]);
});

it('lists steady figures before times and rates, grouped by figure', () => {
  const rows = [
    { at_once: 1, per_second: 50, p50_ms: 20, statements: 19, ratio: 0.8 },
    { at_once: 8, per_second: 70, p50_ms: 90, statements: 19, ratio: 0.9 },
  ];
  const { changes } = compareTables(tableOf(rows), tableOf(rows));
  expect(changes.map(({ figure, row }) => `${figure} ${row}`)).toEqual([
    'ratio at_once 1',
    'ratio at_once 8',
    'statements at_once 1',
    'statements at_once 8',
    'p50_ms at_once 1',
    'p50_ms at_once 8',
    'per_second at_once 1',
    'per_second at_once 8',
  ]);
});

it.each([
  ['more', 2, 3, 'better'],
  ['more', 3, 2, 'worse'],
  ['less', 2, 3, 'worse'],
  ['less', 3, 2, 'better'],
  ['less', 3, 3, 'same'],
] as const)('where %s is better, a change from %d to %d is %s', (better, before, after, verdict) => {
  const of = (figure: number) => tableOf([{ at_once: 1, figure }], { steady: { figure: better } });
  expect(compareTables(of(before), of(after)).changes).toMatchObject([{ verdict }]);
});

it('reports no ratio for a former zero or for a value that is not a number', () => {
  const of = (waits: number, plan: string) =>
    tableOf([{ at_once: 1, waits, plan }], { steady: { waits: 'less', plan: 'less' } });
  expect(compareTables(of(0, 'generic'), of(3, 'custom')).changes).toMatchObject([
    { figure: 'waits', ratio: null, verdict: 'worse' },
    { figure: 'plan', before: 'generic', after: 'custom', ratio: null, verdict: null },
  ]);
});

it('reports a fact only if it differs, without a verdict', () => {
  const of = (mb: number) => tableOf([{ at_once: 1, files: 4, mb }]);
  expect(compareTables(of(10), of(20)).changes).toEqual([
    { row: 'at_once 1', figure: 'mb', before: 10, after: 20, ratio: 2, verdict: null },
  ]);
});

it('lists rows, columns and single figures that only one table has', () => {
  const before = tableOf([
    { at_once: 1, ratio: 1, p50_ms: 5, per_second: 9 },
    { at_once: 8, ratio: 1 },
    { at_once: 16, ratio: 1 },
  ]);
  const after = tableOf([
    { at_once: 1, ratio: 1, p50_ms: 5, statements: 3 },
    { at_once: 8, ratio: 1, p50_ms: 6 },
    { at_once: 32, ratio: 1 },
  ]);
  expect(compareTables(before, after).one_sided).toEqual([
    'only before: row at_once 16',
    'only after: row at_once 32',
    'only before: column per_second',
    'only after: column statements',
    'only after: p50_ms of at_once 8',
  ]);
});

it('lists parts and tables that only one run has', () => {
  const table = (title: string) => tableOf([], { title });
  const before = runOf([partOf('deliveries', [table('A'), table('B')]), partOf('hot', [])]);
  const after = runOf([partOf('deliveries', [table('A'), table('C')]), partOf('files', [])]);
  const { parts, one_sided } = compareRuns(before, after);
  expect(parts.map(({ name, tables }) => [name, tables.map(({ title }) => title)])).toEqual([
    ['deliveries', ['A']],
  ]);
  expect(one_sided).toEqual([
    'only before: part hot',
    'only after: part files',
    'only before: table of deliveries: B',
    'only after: table of deliveries: C',
  ]);
});

it('compares only the named parts and does not report others as missing', () => {
  const before = runOf([partOf('deliveries', []), partOf('hot', [])]);
  const { parts, one_sided } = compareRuns(before, runOf([partOf('hot', [])]), ['hot']);
  expect(parts.map(({ name }) => name)).toEqual(['hot']);
  expect(one_sided).toEqual([]);
});

it('warns of a different machine and of different sizes', () => {
  const before = runOf([partOf('book', [], { movements: [1_000], postings: 4 })]);
  const after = runOf([partOf('book', [], { movements: [1_000, 2_000], postings: 4 })], {
    ...MACHINE,
    processors: 8,
    disk: 'quick',
  });
  expect(compareRuns(before, after).warnings).toEqual([
    'ANOTHER MACHINE: processors 2 -> 8',
    'ANOTHER MACHINE: disk — -> "quick"',
    'OTHER SIZES of book: movements [1000] -> [1000,2000]',
  ]);
  expect(compareRuns(before, before).warnings).toEqual([]);
});
