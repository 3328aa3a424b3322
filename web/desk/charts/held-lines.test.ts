import { expect, it } from 'vitest';
import { lineOf, pointAt, scaleOf } from './held-lines.ts';

it('draws all lines on one scale that includes zero', () => {
  const scale = scaleOf([300, 100, -100]);
  expect(scale).toEqual({ least: -100, most: 300 });
  expect(lineOf([300, 0, -100], scale)).toBe('0,0 1,0.75 2,1');
  expect(lineOf([0, 0], scaleOf([0, 0]))).toBe('0,1 1,1');
});

it('finds the point nearest to a share of the width', () => {
  expect([-0.2, 0, 0.24, 0.26, 1, 3].map((share) => pointAt(share, 3))).toEqual([0, 0, 0, 1, 2, 2]);
  expect(pointAt(0.7, 1)).toBe(0);
});
