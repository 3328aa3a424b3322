import { expect, it } from 'vitest';
import { ORDER_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { orderStatusText } from './order-messages.ts';

it('an order status has its capitalised name as label', () => {
  expect(ORDER_STATUSES.map(orderStatusText)).toEqual([
    'Picking',
    'Packed',
    'Dispatched',
    'Dispatching',
    'Delivering',
    'Completed',
    'Cancelled',
  ]);
});
