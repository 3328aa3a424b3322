import { expect, it } from 'vitest';
import { randomOf, uuidFrom } from './random.ts';

it('throws the same for the same seed, and another for another', () => {
  const throws = (seed: string) => {
    const random = randomOf(seed);
    return [random.number(), random.between(1, 100), uuidFrom(random)];
  };
  expect(throws('1')).toEqual(throws('1'));
  expect(throws('1')).not.toEqual(throws('2'));
});

it('a branch leaves its tree the luck it had', () => {
  const [one, other] = [randomOf('1'), randomOf('1')];
  one.branch('of its own').number();
  expect(one.number()).toBe(other.number());
  expect(randomOf('1').branch('a').number()).not.toBe(randomOf('1').branch('b').number());
});

it('reaches both ends and nothing beyond', () => {
  const random = randomOf('ends');
  const thrown = new Set(Array.from({ length: 300 }, () => random.between(-1, 2)));
  expect([...thrown].sort()).toEqual([-1, 0, 1, 2]);
  expect(() => random.pick([])).toThrow(RangeError);
});
