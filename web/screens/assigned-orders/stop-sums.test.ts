import { expect, test } from 'vitest';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { sumToCollect } from './stop-sums.ts';

test('the sum counts unpaid amounts of every payment method, less what was taken, and no order on hold', () => {
  const orders = [
    deliveryOrder({ due_amount_fils: 3_390 }),
    deliveryOrder({ due_amount_fils: 11_325, payment_method: 'card' }),
    deliveryOrder({ due_amount_fils: 2_000, pays_either: true }),
    deliveryOrder({ due_amount_fils: 9_900, payment_status: 'paid' }),
    deliveryOrder({ due_amount_fils: 5_000, taken_fils: 4_000 }),
    deliveryOrder({ due_amount_fils: 5_000, taken_fils: 5_000 }),
    deliveryOrder({ due_amount_fils: 14_500, waits_because: 'payment_voided' }),
  ];
  expect(sumToCollect(orders)).toBe(3_390 + 11_325 + 2_000 + 1_000);
  expect(sumToCollect([])).toBe(0);
});
