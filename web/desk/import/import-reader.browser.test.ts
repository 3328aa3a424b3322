import { expect, test } from 'vitest';
import { encodedIn } from '../../../tests/support/encoded-text.ts';
import { createImportReader } from './import-reader.ts';
import { Stopped } from './send-until-response.ts';

test('pending and later calls of an ended reader throw Stopped', async () => {
  const reader = createImportReader();
  const file = new File(['Name\nA-1\n'], 'orders.csv');
  const waiting = reader.open(file, null);
  reader.end();
  await expect(waiting).rejects.toThrow(Stopped);
  await expect(reader.open(file, null)).rejects.toThrow(Stopped);
});

test('the worker detects the encoding of a file and reads the file in another encoding on request', async () => {
  const reader = createImportReader();
  const file = new File([encodedIn('windows-1256', 'Number,Name\n1,محمد عبدالله\n')], 'orders.csv');
  const found = await reader.open(file, null);
  expect(found).toMatchObject({
    encoding: { name: 'windows-1256', by: 'guessed', rows: [{ line: 2, cells: ['محمد عبدالله'] }] },
    samples: [['1', 'محمد عبدالله']],
  });
  const chosen = await reader.open(file, null, 'windows-1252');
  expect(chosen).toMatchObject({ encoding: { name: 'windows-1252', by: 'chosen' }, header: found.header });
  expect(chosen.samples).not.toEqual(found.samples);
  reader.end();
});
