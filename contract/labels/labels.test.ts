import { expect, test } from 'vitest';
import { REPORT_NAMES, REPORTS } from '../rules/reports/reports.ts';
import { CELL_LABELS } from './cell-labels.ts';
import { COLUMN_LABELS, columnKey } from './column-labels.ts';
import { inEnglish, labelIn } from './label-list.ts';
import { TENDER_LABELS } from './order-labels.ts';

test.each(REPORT_NAMES)('each column of %s has a title, and labels where its values are few', (name) => {
  for (const { id, kind } of REPORTS[name].columns) {
    expect(COLUMN_LABELS.english).toHaveProperty([columnKey(name, id)]);
    if (kind === 'word') expect(CELL_LABELS).toHaveProperty(id);
  }
});

test('a column has its own title in a report that names it otherwise', () => {
  expect([columnKey('floats', 'admin_name'), columnKey('handovers', 'admin_name')]).toEqual([
    'floats.admin_name',
    'admin_name',
  ]);
});

test('a label is looked up by the id of its list, and a key that the list lacks is returned', () => {
  expect(labelIn((id, english) => `${id} ${english}`, TENDER_LABELS, 'cash')).toBe('tender.cash Cash');
  expect(['barter', 'toString'].map((key) => labelIn(inEnglish, TENDER_LABELS, key))).toEqual([
    'barter',
    'toString',
  ]);
});
