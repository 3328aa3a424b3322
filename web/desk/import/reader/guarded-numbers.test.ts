import { expect, test } from 'vitest';
import { OrderGroups } from './group-orders.ts';

test('rows whose order numbers differ only in a guard are one order', () => {
  const header = ['No', 'Item'];
  const groups = new OrderGroups(
    {
      header,
      columns: header,
      kinds: ['text', 'text'],
      number: 'No',
      id: null,
      several_rows: true,
      exact_width: false,
    },
    10,
  );
  const rows = [
    ["'-7", 'Dates'],
    ['-7', 'Honey'],
    ["'=8", 'Milk'],
  ];
  const grouped = rows.flatMap((cells, at) => groups.take({ line: at + 2, cells, faults: [] }) ?? []);
  expect(grouped).toMatchObject([{ order: [{ line: 2 }, { line: 3 }] }]);
  expect(groups.end()).toMatchObject({ order: [{ line: 4 }] });
});
