import { expect, it } from 'vitest';
import { barsOf } from './report-bars.ts';

it('places the parts of a bar end to end, with one scale for all bars', () => {
  const rows = [
    { id: 'a', driver_name: 'Dina', cash_fils: 300, card_machine_fils: 100 },
    { id: 'b', driver_name: 'سارة', cash_fils: 0, card_machine_fils: 200 },
    { id: 'c', driver_name: 'Nobody', cash_fils: 0, card_machine_fils: 0 },
  ];
  const bars = barsOf('drivers', rows);
  expect(bars?.zero).toBe(0);
  expect(
    bars?.bars.map(({ label, parts }) => [label, ...parts.map(({ from, length }) => [from, length])]),
  ).toEqual([
    ['Dina', [0, 0.75], [0.75, 0.25]],
    ['سارة', [0, 0], [0, 0.5]],
  ]);
});

it('draws negative amounts to one side of zero and positive ones to the other', () => {
  const rows = [
    { id: '1', day: '2026-11-22', difference_fils: -300 },
    { id: '2', day: '2026-11-23', difference_fils: 100 },
  ];
  const bars = barsOf('book', rows);
  expect(bars?.zero).toBe(0.75);
  expect(bars?.bars.map(({ parts: [part] }) => [part?.from, part?.length])).toEqual([
    [0, 0.75],
    [0.75, 0.25],
  ]);
});

it('draws no bars if all amounts are zero, nor for a list of records', () => {
  expect(barsOf('book', [{ id: '1', day: '2026-11-22', difference_fils: 0 }])).toBeNull();
  expect(barsOf('deliveries', [{ id: '1', collected_fils: 5 }])).toBeNull();
});
