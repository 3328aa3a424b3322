import { expect, it } from 'vitest';
import { randomOf, uuidFrom } from './random.ts';

it('equal seeds give equal numbers, different seeds different ones', () => {
  const numbersOf = (seed: string) => {
    const random = randomOf(seed);
    return [random.number(), random.between(1, 100), uuidFrom(random)];
  };
  expect(numbersOf('1')).toEqual(numbersOf('1'));
  expect(numbersOf('1')).not.toEqual(numbersOf('2'));
});

it('a branch does not change the numbers of its parent', () => {
  const [one, other] = [randomOf('1'), randomOf('1')];
  one.branch('of its own').number();
  expect(one.number()).toBe(other.number());
  expect(randomOf('1').branch('a').number()).not.toBe(randomOf('1').branch('b').number());
});

it('a range includes both of its ends and nothing beyond', () => {
  const random = randomOf('ends');
  const thrown = new Set(Array.from({ length: 300 }, () => random.between(-1, 2)));
  expect([...thrown].sort()).toEqual([-1, 0, 1, 2]);
  expect(() => random.pick([])).toThrow(RangeError);
});
