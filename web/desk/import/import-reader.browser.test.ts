import { expect, test } from 'vitest';
import { createImportReader } from './import-reader.ts';
import { Stopped } from './send-patiently.ts';

test('whoever waits for a reader that is ended is told, and whoever asks it afterwards', async () => {
  const reader = createImportReader();
  const file = new File(['Name\nA-1\n'], 'orders.csv');
  const waiting = reader.open(file, null);
  reader.end();
  await expect(waiting).rejects.toThrow(Stopped);
  await expect(reader.open(file, null)).rejects.toThrow(Stopped);
});
