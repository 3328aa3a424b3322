import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { growingBytes } from './growing-bytes.ts';

const pieces = fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 30 });

function pieceOf(length: number, at: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).fill(at + 1);
}

it('returns chunks of any size in order, and nothing the second time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 4 }), async (rounds) => {
      const growing = growingBytes();
      for (const lengths of rounds) {
        const given = lengths.map(pieceOf);
        for (const piece of given) growing.add(piece);
        const whole = Buffer.concat(given);
        expect(growing.size()).toBe(whole.byteLength);
        expect(whole.equals(growing.take())).toBe(true);
      }
      expect(growing.size()).toBe(0);
      expect(growing.take().byteLength).toBe(0);
    }),
  );
});

it('does not copy a single large chunk', () => {
  const growing = growingBytes();
  const piece = pieceOf(9_000, 0);
  growing.add(piece);
  expect(growing.take()).toBe(piece);
});

it('stores a body that is cut into single bytes in at most twice its size', () => {
  const growing = growingBytes();
  for (let at = 0; at < 100_000; at += 1) growing.add(Uint8Array.of(at % 256));
  const taken = growing.take();
  expect(taken.byteLength).toBe(100_000);
  expect(taken.buffer.byteLength).toBeLessThanOrEqual(200_000);
});
