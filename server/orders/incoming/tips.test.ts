import { expect, test } from 'vitest';
import { isTip } from './tips.ts';

test.each([
  'Tip',
  'tips',
  ' TIP ',
  'Tip (15%)',
  'Tip - 12.5 %',
  'Gratuity',
  'Driver tip',
  'Delivery Tips',
  'Tip for your driver',
  "Driver's tip",
  'Driver’s tip',
  'Tip (driver)',
  'Tip - driver',
  'Tip (driver) (15%)',
  'إكرامية',
  'اكرامية',
  'الإكرامية',
  'إكراميّة للسائق',
  'بقشيش',
  'بقشيش ١٠٪',
])('%s is a tip', (name) => {
  expect(isTip({ name })).toBe(true);
  expect(isTip({ name, requires_shipping: false })).toBe(true);
  expect(isTip({ name, requires_shipping: null })).toBe(true);
});

test.each([
  '',
  'Tip-top cleaner',
  'Fruit tip box',
  'TIP 200 pump',
  'TIP 200',
  'Tip 15',
  'Tipp-Ex',
  'Asparagus tips 500 g',
  'Cotton tips',
  'Tip jar',
  'Tips and tricks',
  'Gratuity envelope',
  'صندوق إكرامية',
])('%j is goods', (name) => {
  expect(isTip({ name })).toBe(false);
});

test.each([
  { name: 'Tips', sku: 'NT-100', qty: 1, unit_price_fils: 6_000 },
  { name: 'Tips', sku: '', qty: 3, unit_price_fils: 6_000 },
])('nail tips are goods: %j', (line) => {
  expect(isTip(line)).toBe(false);
});

test.each([
  { name: 'Tips', sku: '', qty: 1, unit_price_fils: 500 },
  { name: 'Tip', sku: '', qty: 2, unit_price_fils: 0 },
  { name: 'Tip', sku: 'TIP-5', qty: 2, unit_price_fils: 500, requires_shipping: false },
])('a tip has no SKU, unless its source reports that it is not shipped: %j', (line) => {
  expect(isTip(line)).toBe(true);
});

test('a name longer than any name of a tip is not a tip', () => {
  const spaces = ' '.repeat(20_000);
  expect(isTip({ name: `Tip${spaces}` })).toBe(false);
  expect(isTip({ name: `Tip${spaces}15%` })).toBe(false);
});

test('a line that is shipped is goods, whatever its name', () => {
  expect(isTip({ name: 'Tip', requires_shipping: true })).toBe(false);
});
