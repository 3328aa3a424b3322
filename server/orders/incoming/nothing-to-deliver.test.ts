import { expect, test } from 'vitest';
import { isPickup, isPickupTitle } from './nothing-to-deliver.ts';

test.each([
  'Pickup',
  'Pick-up',
  'Local pickup',
  'Free local pickup',
  'Self Pick Up',
  'Customer pickup',
  'Curbside pickup',
  'Store pickup',
  'In-store pickup',
  'Free in store pick up',
  'Marina store pickup',
  'Pickup at Marina store',
  'Pickup - Al Quoz',
  'Click & Collect',
  'Click&Collect',
  'Click and collect (Al Quoz)',
  'Collect in store',
  'Collect from the shop',
  'استلام من الفرع',
  'الاستلام من الفرع',
  'الاستلام من المتجر',
  'استلام من فرع المارينا',
  'استلام محلي',
  'الاستلام المحلي',
  '\u200fاستلامٌ من المحل',
])('%s is a pickup', (title) => {
  expect(isPickupTitle(title)).toBe(true);
});

test.each([
  '',
  'Standard delivery',
  'Courier pickup',
  'Aramex pickup',
  'Pickup and delivery',
  'Pickup point delivery',
  'Pickup point',
  'Pickup by courier',
  'Store pickup or home delivery',
  'Pickup from your home',
  'Return pickup',
  'Pickup truck',
  'Pick up & drop off',
  'Collect at your door',
  'Collection and delivery',
  'Cash on delivery',
  'توصيل',
  'الدفع عند الاستلام',
  'استلام من المنزل',
  'استلام من المتجر وتوصيل للمنزل',
])('%s is not a pickup, or is ambiguous', (title) => {
  expect(isPickupTitle(title)).toBe(false);
});

const HOME = { ships_to_address: true, bills_to_street: true };

test.each([
  ['pick-up', 'Al Quoz shop', true],
  ['PICKUP', 'Al Quoz delivery', true],
  ['shipping', 'Store pickup', false],
  ['pickup_point', 'Store pickup', false],
  ['', 'Store pickup', true],
])('the category %j has precedence over the title %s', (category, title, expected) => {
  expect(isPickup([{ category, title }], HOME)).toBe(expected);
});
