import { expect, test } from 'vitest';
import type { DeliveryConfirmed } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { PROBLEMS, type ProblemBody, type ProblemCode } from '../../contract/rules/problems.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import { deliveryFailed, type FulfilmentOutcome, toastsFor } from './delivery-messages.ts';
import { deviceTimeOff } from './problem-messages.ts';

const DELIVERED: DeliveryConfirmed = {
  confirmation_id: '0193b0a0-0000-7000-8000-000000000001',
  outcome: 'delivered',
  conflict: null,
  order: {
    id: '0193b0a0-0000-7000-8000-000000000002',
    order_number: '1001',
    status: 'completed',
    payment_status: 'paid',
    actual_delivery_time: '2026-11-20T10:00:00Z',
    delivery_duration_seconds: 900,
  },
  delivered_at: '2026-11-20T10:00:00Z',
  cash: null,
};
const SUCCESS = {
  kind: 'success',
  title: 'Delivery Confirmed',
  names: '#1001 delivered',
  amount: 'AED 145.00',
  description: 'Order has been successfully delivered and confirmed',
};
const CASH: CashUpdate = { success: true, error: null, new_total_fils: 125_050, amount_fils: 14_500 };
const warning = (description: string) => ({ kind: 'warning', title: 'Warning', names: '#1001', description });
const problem = (code: ProblemCode): ProblemBody => ({ type: '', ...PROBLEMS[code], code, request_id: 'r' });

test.each([
  ['photo', 'Failed to upload delivery image. Please check your internet connection and try again.'],
  ['note', 'Failed to upload delivery note PDF. Please check your internet connection and try again.'],
  ['confirmation', 'Failed to create delivery confirmation'],
  ['order', 'Failed to update order status'],
] as const)('a failure at stage %s shows its text', (stage, description) => {
  expect(deliveryFailed(stage)).toEqual({ kind: 'error', title: 'Error', description });
  expect(deliveryFailed(stage, problem('unexpected'))).toEqual({
    kind: 'error',
    title: 'Error',
    description,
  });
});

test.each([
  ['missing_information', 'Missing Information', PROBLEMS.missing_information.title],
  [
    'payment_confirmation_required',
    'Payment Confirmation Required',
    PROBLEMS.payment_confirmation_required.title,
  ],
  [
    'driver_not_found',
    'Driver Error',
    `Failed to get driver information: ${PROBLEMS.driver_not_found.title}`,
  ],
  ['unexpected', 'Error', 'An unexpected error occurred'],
  ['device_time_off', 'Error', deviceTimeOff()],
  ['order_not_assigned', 'Error', 'Failed to create delivery confirmation'],
  ['invalid_input', 'Error', 'Failed to create delivery confirmation'],
] as const)('a rejection without a stage shows its text: %s', (code, title, description) => {
  expect(deliveryFailed(null, problem(code))).toEqual({ kind: 'error', title, description });
});

test.each<[string, Partial<DeliveryConfirmed>, FulfilmentOutcome, unknown[]]>([
  ['delivered, no cash, fulfilled', {}, { result: 'ok' }, [SUCCESS]],
  ['fulfilment without a response', {}, null, [SUCCESS]],
  [
    'external fulfilment fails',
    {},
    { result: 'failed' },
    [warning('Order completed but Shopify fulfillment failed. Please contact support.'), SUCCESS],
  ],
  [
    'a warning of the server is shown unchanged',
    {},
    { result: 'ok', warning: 'Stock <b>moved</b>' },
    [warning('Stock <b>moved</b>'), SUCCESS],
  ],
  [
    'cash update call fails',
    { cash: { ...CASH, success: false, new_total_fils: null } },
    null,
    [warning('Order completed but failed to update cash tracking. Please contact support.'), SUCCESS],
  ],
  [
    'cash update returns success false',
    { cash: { ...CASH, success: false, error: 'balance is locked', new_total_fils: null } },
    null,
    [warning('Cash tracking failed: balance is locked'), SUCCESS],
  ],
  [
    'fulfilment warning, cash total and success in this order',
    { cash: CASH },
    { result: 'failed' },
    [
      warning('Order completed but Shopify fulfillment failed. Please contact support.'),
      {
        kind: 'success',
        title: 'Cash tracking updated. New total: AED 1,250.50',
        about: 'cash_total',
      },
      SUCCESS,
    ],
  ],
  [
    'a negative cash total',
    { cash: { ...CASH, new_total_fils: -5000 } },
    null,
    [
      {
        kind: 'success',
        title: 'Cash tracking updated. New total: -AED 50.00',
        about: 'cash_total',
      },
      SUCCESS,
    ],
  ],
])('%s', (_, response, fulfilment, toasts) => {
  expect(toastsFor({ ...DELIVERED, ...response }, 14_500, fulfilment)).toEqual(toasts);
});

test('a delivery with no amount due shows its order without an amount', () => {
  const [success] = toastsFor(DELIVERED, 0, null);
  expect(success).toMatchObject({ title: 'Delivery Confirmed', names: '#1001 delivered' });
  expect(success?.amount).toBeUndefined();
});

test.each([
  ['cancelled', 'Order #1001 was cancelled before'],
  ['reassigned', 'Order #1001 was assigned to another driver before'],
  ['already_delivered', 'Order #1001 had already been recorded as delivered'],
  ['not_out_for_delivery', 'Order #1001 was no longer out for delivery'],
  ['amount_changed', 'The amount due for order #1001 changed'],
] as const)('a delivery with the conflict %s shows a warning instead of the success', (conflict, start) => {
  const outcome_of = { ...DELIVERED, outcome: 'recorded_with_conflict' as const };
  const response = { ...(conflict === 'amount_changed' ? DELIVERED : outcome_of), conflict, cash: CASH };
  const [cash, outcome, ...others] = toastsFor(response, 14_500, null);
  expect(others).toEqual([]);
  expect(cash?.title).toBe('Cash tracking updated. New total: AED 1,250.50');
  const title = 'Delivery recorded with a conflict';
  expect(outcome).toMatchObject({ kind: 'warning', title, names: '#1001' });
  expect(outcome?.description).toContain(start);
  expect(outcome?.description).toContain('its photo and AED 145.00 cash are recorded');
});
