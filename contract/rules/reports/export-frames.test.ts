import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frame, frameReader } from './export-frames.ts';

const END = new Uint8Array();

/**
 * Frames chunks, cuts the bytes into parts of `cut` bytes without the last `missing_bytes`, and reads them.
 */
function read(chunks: readonly Uint8Array[], cut: number, missing_bytes = 0) {
  const frames = [...chunks.map((chunk, at) => frame(at + 1, chunk)), frame(chunks.length, END)];
  const all = new Uint8Array(frames.flatMap((one) => [...one]));
  const sent = all.slice(0, all.length - missing_bytes);
  const reader = frameReader();
  const file: number[] = [];
  for (let at = 0; at < sent.length; at += cut)
    for (const chunk of reader.take(sent.slice(at, at + cut))) file.push(...chunk);
  return { file, reader };
}

test('the reader returns the file and its number of rows, wherever the bytes are cut', () => {
  const anyChunk = fc.uint8Array({ minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(anyChunk, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (chunks, cut) => {
      const { file, reader } = read(chunks, cut);
      expect(file).toEqual(chunks.flatMap((one) => [...one]));
      expect(reader.rows()).toBe(chunks.length);
      expect(reader.isWhole(chunks.length)).toBe(true);
      expect(reader.isWhole(chunks.length + 1)).toBe(false);
    }),
  );
});

test('a truncated file is not whole, and bytes after the end are rejected', () => {
  const chunks = [new Uint8Array([1, 2, 3]), new Uint8Array([4])];
  for (let missing_bytes = 1; missing_bytes < 20; missing_bytes += 1)
    expect(read(chunks, 3, missing_bytes).reader.isWhole(2)).toBe(false);
  expect(() => read(chunks, 3).reader.take(new Uint8Array(1))).toThrow(RangeError);
});
