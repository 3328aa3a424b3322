import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frame, frameReader } from './export-frames.ts';

const END = new Uint8Array();

/** Framed, cut into pieces of so many bytes, and read again. */
function read(pieces: readonly Uint8Array[], cut: number, left_out = 0) {
  const frames = [...pieces.map((piece, at) => frame(at + 1, piece)), frame(pieces.length, END)];
  const all = new Uint8Array(frames.flatMap((one) => [...one]));
  const sent = all.slice(0, all.length - left_out);
  const reader = frameReader();
  const file: number[] = [];
  for (let at = 0; at < sent.length; at += cut)
    for (const piece of reader.take(sent.slice(at, at + cut))) file.push(...piece);
  return { file, reader };
}

test('what is taken apart is the file, wherever its bytes are cut, with the rows it has', () => {
  const piece = fc.uint8Array({ minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (pieces, cut) => {
      const { file, reader } = read(pieces, cut);
      expect(file).toEqual(pieces.flatMap((one) => [...one]));
      expect(reader.rows()).toBe(pieces.length);
      expect(reader.isWhole(pieces.length)).toBe(true);
      expect(reader.isWhole(pieces.length + 1)).toBe(false);
    }),
  );
});

test('it is not whole wherever it breaks off, and nothing follows its end', () => {
  const pieces = [new Uint8Array([1, 2, 3]), new Uint8Array([4])];
  for (let left_out = 1; left_out < 20; left_out += 1)
    expect(read(pieces, 3, left_out).reader.isWhole(2)).toBe(false);
  expect(() => read(pieces, 3).reader.take(new Uint8Array(1))).toThrow(RangeError);
});
