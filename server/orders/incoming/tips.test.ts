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

test('a line that is shipped is goods, whatever its name', () => {
  expect(isTip({ name: 'Tip', requires_shipping: true })).toBe(false);
});
