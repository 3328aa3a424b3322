import { expect, it } from 'vitest';
import { ORDER_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { orderStatusWords } from './order-words.ts';

it('is labelled by its status with the first letter capitalised', () => {
  expect(ORDER_STATUSES.map(orderStatusWords)).toEqual([
    'Picking',
    'Packed',
    'Dispatched',
    'Dispatching',
    'Delivering',
    'Completed',
    'Cancelled',
  ]);
});
