/**
 * A pseudo-random generator: the same seed gives the same numbers. The simulator has no other source of
 * randomness.
 */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  number(): number;
  /** Returns a whole number; both ends are included. */
  between(least: number, most: number): number;
  /** Returns true with the probability `share`. */
  chance(share: number): boolean;
  /** Returns a random item. Throws a RangeError for an empty list. */
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** Returns an independent generator, so that a dropped step does not change the numbers of the others. */
  branch(name: string): Random;
};

/** Creates a generator; `seed` may be any text. */
export function randomOf(seed: string): Random {
  let [a, b, c, d] = stateOf(seed);

  /** sfc32, 32 bits at a time (PractRand, Chris Doty-Humphrey). */
  function next(): number {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  }

  const number = () => next() / 2 ** 32;
  const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1));
  return {
    number,
    between,
    chance: (share) => number() < share,
    pick: (from) => {
      if (from.length === 0) throw new RangeError('The list is empty.');
      return from[between(0, from.length - 1)] as (typeof from)[number];
    },
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    branch: (name) => randomOf(`${seed}/${name}`),
  };
}

/** Hashes a text to 128 bits (cyrb128). */
function stateOf(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    h1 = h2 ^ Math.imul(h1 ^ unit, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ unit, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ unit, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ unit, 2716044179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}

export function uuidFrom(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
