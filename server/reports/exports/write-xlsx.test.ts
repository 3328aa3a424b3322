import { readSheet } from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { column, type Sheet } from './sheet.ts';
import { xlsxOf } from './write-xlsx.ts';

test('a text longer than a cell can be is cut, and says so', async () => {
  const sheet: Sheet = {
    name: 'audit',
    period: { from: '2026-11-01', to: '2026-11-01' },
    columns: [column('before', 'text')],
    time_zone: 'Asia/Dubai',
    rows: 2,
    totals: {},
    async *pages() {
      yield ['x'.repeat(32_767), 'y'.repeat(40_000)].map((before) => ({ before }));
    },
  };
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of xlsxOf(sheet)) pieces.push(new Uint8Array(piece));
  const [, whole, cut] = await readSheet(new Blob(pieces));
  expect(whole?.[0]).toBe('x'.repeat(32_767));
  expect(cut?.[0]).toBe(`${'y'.repeat(32_766)}…`);
});
