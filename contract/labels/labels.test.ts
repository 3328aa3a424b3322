import { expect, test } from 'vitest';
import { REPORT_NAMES, REPORTS } from '../rules/reports/reports.ts';
import { CELL_LABELS } from './cell-labels.ts';
import { COLUMN_LABELS, columnKey } from './column-labels.ts';
import { inEnglish, labelIn } from './label-list.ts';
import { TENDER_LABELS } from './order-labels.ts';

test.each(REPORT_NAMES)(
  'each column of %s has a title, and value labels if its values are enumerated',
  (name) => {
    for (const { id, kind } of REPORTS[name].columns) {
      expect(COLUMN_LABELS.english).toHaveProperty([columnKey(name, id)]);
      if (kind === 'word') expect(CELL_LABELS).toHaveProperty(id);
    }
  },
);

test('a column title of a report overrides the common title', () => {
  expect([columnKey('floats', 'admin_name'), columnKey('handovers', 'admin_name')]).toEqual([
    'floats.admin_name',
    'admin_name',
  ]);
});

test('labelIn looks a label up by list id and key, and returns an unknown key unchanged', () => {
  expect(labelIn((id, english) => `${id} ${english}`, TENDER_LABELS, 'cash')).toBe('tender.cash Cash');
  expect(['barter', 'toString'].map((key) => labelIn(inEnglish, TENDER_LABELS, key))).toEqual([
    'barter',
    'toString',
  ]);
});
