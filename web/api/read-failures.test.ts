import { expect, test } from 'vitest';
import { serverProblem } from '../../tests/support/server-problem.ts';
import { NoResponse } from './errors.ts';
import { assignedOrdersFailed, nextOrderFailed, statisticsFailed } from './read-failures.ts';

const offline = new NoResponse('network', { sent: true });

test.each([
  ['statistics', statisticsFailed(), 'Error', 'Failed to load profile data'],
  [
    'no driver record (assigned orders)',
    assignedOrdersFailed(serverProblem('driver_not_found')),
    'Driver not found',
    'No driver record found for this user. Please contact support.',
  ],
  ['assigned orders', assignedOrdersFailed(offline), 'Error', 'Failed to load assigned orders'],
  [
    'driver lookup (next order)',
    nextOrderFailed(serverProblem('driver_not_found')),
    'Driver Error',
    'Failed to get driver information: No driver record found for this user. Please contact support.',
  ],
  [
    'next order',
    nextOrderFailed(serverProblem('unavailable')),
    'Order Fetch Error',
    'Failed to fetch next order: The service is busy. Please try again in a moment.',
  ],
  ['unexpected (next order)', nextOrderFailed(new TypeError('x')), 'Error', 'An unexpected error occurred'],
])('%s', (_, toast, title, description) => {
  expect(toast).toEqual({ kind: 'error', title, description });
});
