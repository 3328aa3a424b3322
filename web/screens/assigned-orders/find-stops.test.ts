import { expect, test } from 'vitest';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { findStops } from './find-stops.ts';

const stops = [
  ['1001', 'Layla', 'Haddad'],
  ['1042', 'فاطمة', 'الزهراء'],
  ['2042', 'José', 'Núñez'],
].map(([order_number = '', first_name = '', last_name = '']) => ({
  order: deliveryOrder({ order_number, customer: { first_name, last_name, phone: null } }),
  entry: undefined,
  confirmed: false,
}));

test.each([
  ['', ['1001', '1042', '2042']],
  ['  ', ['1001', '1042', '2042']],
  ['042', ['1042', '2042']],
  ['#1001', ['1001']],
  ['haddad', ['1001']],
  ['LAYLA had', ['1001']],
  ['haddad layla', ['1001']],
  ['nunez', ['2042']],
  ['فاطمه', ['1042']],
  ['٠٤٢', ['1042', '2042']],
  ['#۱۰۰۱', ['1001']],
  ['nobody', []],
])('"%s" finds %j', (typed, numbers) => {
  expect(findStops(stops, typed).map(({ order }) => order.order_number)).toEqual(numbers);
});
