import { expect, test } from 'vitest';
import type { ListLayout } from '../../../../contract/rules/import/import-fields.ts';
import { layoutInEncoding } from './layout-in-encoding.ts';

const layoutOf = (columns: ListLayout['columns']): ListLayout => ({
  columns,
  method: 'cash',
  date_order: 'mdy',
});

test('columns keep their fields when their names are read in another encoding', () => {
  const before = {
    header: ['ÑÞã', 'ÇáÇÓã', 'X', 'Y'],
    layout: layoutOf({ order_number: ['ÑÞã'], name: ['ÇáÇÓã', 'X'] }),
  };
  const found = {
    header: ['رقم', 'الاسم', 'X', 'Y'],
    layout: { columns: { notes: ['X'], amount: ['Y'] }, method: null, date_order: 'dmy' } as ListLayout,
  };
  expect(layoutInEncoding(before, found)).toEqual(
    layoutOf({ order_number: ['رقم'], name: ['الاسم', 'X'], amount: ['Y'] }),
  );
});

test('a different number of columns yields no layout', () => {
  const before = { header: ['a', 'b'], layout: layoutOf({ name: ['a'] }) };
  expect(layoutInEncoding(before, { header: ['a'], layout: layoutOf({}) })).toBeNull();
});
