import { describe, expect, test } from 'vitest';
import { type DeliveredLine, matchStoreLines, type StoreLine } from './match-store-lines.ts';

const delivered = (changes: Partial<DeliveredLine> = {}): DeliveredLine => ({
  ...{ qty: 2, handed_over: 1, name: 'Dates', sku: 'D', unit_price_fils: 1_000, external_id: null },
  ...changes,
});
const inStore = (id: string, changes: Partial<StoreLine> = {}): StoreLine => ({
  ...{ id, name: 'Dates', sku: 'D', unit_price_fils: 1_000, current_quantity: 2, unfulfilled_quantity: 2 },
  ...changes,
});
const idsOf = (lines: DeliveredLine[], store_lines: StoreLine[]) =>
  matchStoreLines(lines, store_lines).map(({ line, store_line }) => [lines.indexOf(line), store_line.id]);

describe('a delivered line matches', () => {
  test('the line with its id, whatever its name and price', () => {
    const line = delivered({ external_id: '2', name: 'Renamed', unit_price_fils: 1 });
    expect(idsOf([line], [inStore('1'), inStore('2')])).toEqual([[0, '2']]);
  });

  test.each([
    ['name', { name: 'Figs' }],
    ['SKU', { sku: 'E' }],
    ['price', { unit_price_fils: 1_100 }],
  ])('without an id the only line with its %s', (_name, changes) => {
    expect(idsOf([delivered(changes)], [inStore('1'), inStore('2', changes)])).toEqual([[0, '2']]);
  });

  test('without an id the line with the same texts as stored', () => {
    const long = 'x'.repeat(600);
    const line = delivered({ name: `${'x'.repeat(499)}…`, sku: null });
    expect(idsOf([line], [inStore('1', { name: ` ${long}`, sku: '' })])).toEqual([[0, '1']]);
  });

  test('any SKU if the line of the order was replaced', () => {
    expect(idsOf([delivered({ sku: undefined })], [inStore('1')])).toEqual([[0, '1']]);
  });

  test('lines of the same product in their order', () => {
    expect(idsOf([delivered(), delivered()], [inStore('1'), inStore('2')])).toEqual([
      [0, '1'],
      [1, '2'],
    ]);
  });

  test('the line that no id uses', () => {
    const lines = [delivered(), delivered({ external_id: '1' })];
    expect(idsOf(lines, [inStore('1'), inStore('2')])).toEqual([
      [1, '1'],
      [0, '2'],
    ]);
  });

  test.each([
    ['removed', { current_quantity: 0, unfulfilled_quantity: 0 }],
    ['sent separately', { unfulfilled_quantity: 0 }],
  ])('no line that was %s', (_name, changes) => {
    expect(idsOf([delivered()], [inStore('1', changes), inStore('2')])).toEqual([[0, '2']]);
  });

  test('nothing if all of it was refused', () => {
    expect(idsOf([delivered({ handed_over: 0 })], [])).toEqual([]);
  });
});

test.each([
  ['no line', [delivered()], []],
  ['no line with its id', [delivered({ external_id: '9' })], [inStore('1', { name: 'Figs' })]],
  ['several lines', [delivered()], [inStore('1'), inStore('2')]],
  ['fewer lines', [delivered(), delivered()], [inStore('1')]],
])('a delivered line that matches %s is rejected', (_name, lines, store_lines) => {
  expect(() => matchStoreLines(lines, store_lines)).toThrow(/matches no single item/);
});
