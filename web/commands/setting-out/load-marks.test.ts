import { describe, expect, it } from 'vitest';
import {
  type LoadMarks,
  loadCheck,
  loadedOf,
  markedCheck,
  markOf,
  missingOf,
  ticked,
  uncheckedItems,
  withChanges,
} from './load-marks.ts';

const KIBBEH = { item_id: 'kibbeh', qty: 3 };
const AYRAN = { item_id: 'ayran', qty: 1 };
const LINES = [KIBBEH, AYRAN];

const marks = (...changes: Parameters<typeof withChanges>[1][]): LoadMarks =>
  changes.reduce<LoadMarks>((before, change) => withChanges(before, change), {});

describe('a mark', () => {
  it('is stored, replaced and removed', () => {
    expect(missingOf(KIBBEH, marks())).toBeNull();
    expect(missingOf(KIBBEH, marks(markOf(KIBBEH, 2)))).toBe(2);
    expect(missingOf(KIBBEH, marks(markOf(KIBBEH, 2), markOf(KIBBEH, 0)))).toBe(0);
    expect(marks(markOf(KIBBEH, 2), markOf(KIBBEH, null))).toEqual({});
  });

  it('never exceeds the quantity of its line', () => {
    expect(missingOf(AYRAN, marks(markOf(AYRAN, 5)))).toBe(1);
  });

  it('no longer applies once the shop has changed the quantity', () => {
    expect(missingOf({ ...KIBBEH, qty: 4 }, marks(markOf(KIBBEH, 0)))).toBeNull();
  });
});

describe('a row', () => {
  it.each<[string, LoadMarks, ReturnType<typeof loadedOf>]>([
    ['nothing marked', {}, { state: 'open', loaded: 0, missing: 0 }],
    ['one line ticked', marks(markOf(AYRAN, 0)), { state: 'partly', loaded: 1, missing: 0 }],
    ['all ticked', marks(markOf(AYRAN, 0), markOf(KIBBEH, 0)), { state: 'loaded', loaded: 4, missing: 0 }],
    [
      'a part missing',
      marks(markOf(AYRAN, 1), markOf(KIBBEH, 1)),
      { state: 'loaded', loaded: 2, missing: 2 },
    ],
    ['all missing', marks(markOf(AYRAN, 1), markOf(KIBBEH, 3)), { state: 'missing', loaded: 0, missing: 4 }],
  ])('with %s', (_, given, expected) => {
    expect(loadedOf(LINES, given)).toEqual(expected);
  });

  it('is ticked without changing what is missing, and loses all marks when it is unticked', () => {
    const given = marks(markOf(KIBBEH, 1));
    const after = withChanges(given, ticked(LINES, given, true));
    expect(LINES.map((line) => missingOf(line, after))).toEqual([1, 0]);
    expect(withChanges(after, ticked(LINES, after, false))).toEqual({});
  });

  it('is loaded when it is ticked after all of it was missing', () => {
    const given = marks(markOf(AYRAN, 1));
    expect(withChanges(given, ticked([AYRAN], given, true))).toEqual(marks(markOf(AYRAN, 0)));
  });
});

describe('the report', () => {
  const lineOf = (line: typeof KIBBEH, order_id: string) => ({
    ...line,
    order_id,
    order_number: order_id,
    name: line.item_id,
    code: null,
  });
  const stops = [
    { order_id: 'one', order_number: 'one', customer_name: '', lines: [lineOf(KIBBEH, 'one')] },
    { order_id: 'two', order_number: 'two', customer_name: '', lines: [lineOf(AYRAN, 'two')] },
  ];

  it('names the stops of which all lines are marked, with their missing lines', () => {
    expect(loadCheck(stops, marks(markOf(KIBBEH, 2)))).toEqual([
      { order_id: 'one', missing: [{ item_id: 'kibbeh', qty: 2 }] },
    ]);
    expect(loadCheck(stops, marks(markOf(AYRAN, 0)))).toEqual([{ order_id: 'two', missing: [] }]);
  });

  // The server would forget what an earlier report recorded as missing of the stop.
  it('names no stop with an unmarked line, although another line is missing', () => {
    const both = [
      {
        order_id: 'one',
        order_number: 'one',
        customer_name: '',
        lines: LINES.map((line) => lineOf(line, 'one')),
      },
    ];
    expect(loadCheck(both, marks(markOf(KIBBEH, 2)))).toEqual([]);
    expect(loadCheck(both, marks(markOf(KIBBEH, 2)), new Set(['one']))).toEqual([
      {
        order_id: 'one',
        missing: [
          { item_id: 'kibbeh', qty: 2 },
          { item_id: 'ayran', qty: 1 },
        ],
      },
    ]);
  });

  it('names the unmarked lines of the orders with which the driver leaves', () => {
    expect(loadCheck(stops, {}, new Set(['two']))).toEqual([
      { order_id: 'two', missing: [{ item_id: 'ayran', qty: 1 }] },
    ]);
  });

  it('names only what is marked of stops with which the driver leaves from another screen', () => {
    const both = { order_id: 'both', order_number: 'both', customer_name: '' };
    const given = [...stops, { ...both, lines: LINES.map((line) => lineOf(line, 'both')) }];
    expect(markedCheck(given, {})).toEqual([]);
    expect(markedCheck(given, marks(markOf(AYRAN, 0)))).toEqual([{ order_id: 'two', missing: [] }]);
    expect(markedCheck(given, marks(markOf(KIBBEH, 2)))).toEqual([
      { order_id: 'one', missing: [{ item_id: 'kibbeh', qty: 2 }] },
      { order_id: 'both', missing: [{ item_id: 'kibbeh', qty: 2 }] },
    ]);
    expect(markedCheck([{ ...both, lines: [] }], {})).toEqual([]);
  });

  it('counts unmarked items, not lines', () => {
    expect(uncheckedItems(LINES, {})).toBe(4);
    expect(uncheckedItems(LINES, marks(markOf(KIBBEH, 3)))).toBe(1);
    expect(uncheckedItems(LINES, marks(markOf(KIBBEH, 0), markOf(AYRAN, 0)))).toBe(0);
  });
});
