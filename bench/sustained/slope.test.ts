import { expect, it } from 'vitest';
import { slopeOf } from './slope.ts';

it.each([
  [[], 0],
  [[7], 0],
  [[5, 5, 5], 0],
  [[1, 3, 5, 7], 2],
  [[8, 6, 7, 4, 5], -0.8],
])('the slope of %j is %d', (values, slope) => {
  expect(slopeOf(values)).toBeCloseTo(slope);
});
