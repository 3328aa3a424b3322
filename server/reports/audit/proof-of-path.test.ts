import { expect, it } from 'vitest';
import { proofOfPath } from './proof-of-path.ts';

it.each([
  ['delivery-image.jpg', 'photo'],
  ['attempt-01935a2b-7c4d-7e8f-9a0b-1c2d3e4f5a6b.jpg', 'photo'],
  ['1001.pdf', 'note'],
])('the file %s of an order is its %s', (file, kind) => {
  expect(proofOfPath('order-deliveries', `1/7/2026-11/1001/${file}`)).toEqual({ kind, name: '1001' });
});
