import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { unguarded } from '../../../../contract/rules/csv/csv-text.ts';
import { cellFault } from '../../../../contract/rules/import/cell-faults.ts';
import type { PreviewRow } from '../run-import.ts';
import { faultList } from './fault-list.ts';

test('D2: the cells of an error list are quoted and guarded, and parse back to their values', () => {
  const fault = { line: 3, column: 'Total;=1', value: 'x;=1+1', reason: 'is empty', ...cellFault('empty') };
  const row = { line: 3, order_number: '=1+1', faults: [fault] } as unknown as PreviewRow;
  const other = { line: 4, order_number: '7', faults: [] } as unknown as PreviewRow;
  const text = faultList([row, other], ['Row', 'Order', 'Column', 'Value', 'Reason'], () => '@SUM(A1)');
  expect(text).toContain(`3,'=1+1,"Total;'=1","x;'=1+1",is empty`);
  const rows: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
  expect(rows.slice(1).map((cells) => cells.map(unguarded))).toEqual([
    ['3', '=1+1', 'Total;=1', 'x;=1+1', 'is empty'],
    ['4', '7', '', '', '@SUM(A1)'],
  ]);
});
