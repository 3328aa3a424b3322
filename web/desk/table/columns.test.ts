import { expect, it } from 'vitest';
import { type Column, keepOrder, sortedRows } from './columns.ts';

type Row = { key: string; amount: number | null };
const COLUMNS: Column<Row>[] = [
  { id: 'key', title: 'Number', width: '1fr', sort: ({ key }) => key, cell: () => null },
  { id: 'amount', title: 'Amount', width: '1fr', sort: ({ amount }) => amount, cell: () => null },
];
const rows = (...keys: string[]): Row[] => keys.map((key) => ({ key, amount: null }));
const keys = (some: readonly Row[]) => some.map(({ key }) => key);

it('sorts numbers in texts as numbers, missing values last in either direction, and keeps equal rows in order', () => {
  expect(keys(sortedRows(rows('10', '9', '1'), COLUMNS, { column: 'key', down: false }))).toEqual([
    '1',
    '9',
    '10',
  ]);
  const some = [
    { key: 'a', amount: null },
    { key: 'b', amount: 2 },
    { key: 'c', amount: 1 },
    { key: 'd', amount: 2 },
  ];
  expect(keys(sortedRows(some, COLUMNS, { column: 'amount', down: false }))).toEqual(['c', 'b', 'd', 'a']);
  expect(keys(sortedRows(some, COLUMNS, { column: 'amount', down: true }))).toEqual(['b', 'd', 'c', 'a']);
  expect(sortedRows(some, COLUMNS, null)).toBe(some);
});

it('keeps rows in place, drops removed ones, and inserts new ones behind the row they follow', () => {
  const keyOf = ({ key }: Row) => key;
  expect(keys(keepOrder(rows('c', 'a', 'b'), keyOf, ['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
  expect(keys(keepOrder(rows('c', 'a'), keyOf, ['a', 'b', 'c']))).toEqual(['a', 'c']);
  expect(keys(keepOrder(rows('n', 'a', 'm', 'o', 'c'), keyOf, ['c', 'a']))).toEqual([
    'n',
    'c',
    'a',
    'm',
    'o',
  ]);
});
