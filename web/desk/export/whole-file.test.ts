import { describe, expect, it } from 'vitest';
import { watchFile } from './whole-file.ts';

const CSV =
  '\uFEFFDelivered,Customer\r\n2026-11-23,"two\r\nlines, ""quoted"""\r\n2026-11-24,ليلى\r\nTotal,\r\n';
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** As it comes over a network, in pieces of any size. */
function watched(bytes: Uint8Array, piece: number, format: 'csv' | 'xlsx' = 'csv') {
  const watch = watchFile(format);
  for (let at = 0; at < bytes.length; at += piece) watch.see(bytes.slice(at, at + piece));
  return watch;
}

describe('a CSV file', () => {
  it.each([1, 3, 7, 1_000])(
    'is whole with its titles, its rows and its last line, in pieces of %i bytes',
    (piece) => {
      const watch = watched(bytesOf(CSV), piece);
      expect(watch.isWhole(2)).toBe(true);
      expect(watch.isWhole(3)).toBe(false);
      expect(watched(bytesOf(CSV.split('Total')[0] ?? ''), piece).rows()).toBe(2);
    },
  );

  it('is not whole wherever it breaks off', () => {
    const bytes = bytesOf(CSV);
    for (let end = 0; end < bytes.length; end += 1)
      expect(watched(bytes.slice(0, end), 5).isWhole(2)).toBe(false);
  });
});

it('an Excel file is whole with the end of its directory', () => {
  const end = new Uint8Array(22);
  end.set([0x50, 0x4b, 0x05, 0x06]);
  const bytes = new Uint8Array([...bytesOf('PK, and so on'), ...end]);
  for (const piece of [1, 5, 100]) expect(watched(bytes, piece, 'xlsx').isWhole(7)).toBe(true);
  expect(watched(bytes.slice(0, -1), 5, 'xlsx').isWhole(7)).toBe(false);
});
