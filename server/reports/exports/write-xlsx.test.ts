import { readSheet } from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { column, type Sheet } from './sheet.ts';
import { xlsxOf } from './write-xlsx.ts';

/** Writes a sheet with one column and reads its cells back, without the title and the last line. */
async function readTexts(texts: readonly string[]): Promise<unknown[]> {
  const sheet: Sheet = {
    name: 'audit',
    period: { from: '2026-11-01', to: '2026-11-01' },
    columns: [column('before', 'text')],
    time_zone: 'Asia/Dubai',
    rows: texts.length,
    totals: {},
    async *pages() {
      yield texts.map((before) => ({ before }));
    },
  };
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of xlsxOf(sheet)) pieces.push(new Uint8Array(piece));
  const rows = await readSheet(new Blob(pieces));
  return rows.slice(1, -1).map(([cell]) => cell);
}

test('a text above the length limit of a cell is cut and ends with an ellipsis', async () => {
  expect(await readTexts(['x'.repeat(32_767), 'y'.repeat(40_000)])).toEqual([
    'x'.repeat(32_767),
    `${'y'.repeat(32_766)}…`,
  ]);
});

test('D2: texts that look like formulas are stored as texts without a guard', async () => {
  const texts = ['=1+1', '+971501234567', '-5', '@SUM(A1)', 'Ali;=1+1;x', "'=1"];
  expect(await readTexts(texts)).toEqual(texts);
});
