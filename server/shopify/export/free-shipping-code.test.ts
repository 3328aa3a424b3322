import { expect, test } from 'vitest';
import { isFreeShippingCode } from './free-shipping-code.ts';

test.each([
  'FREESHIP',
  'FreeShipping',
  'FREE-SHIP-2026',
  'free delivery',
  'FREEDELIVERY',
  'Shipping free',
  'شحن مجاني',
  'الشحن مجاناً',
  'توصيل مجاني',
])('%s is a free-shipping code', (code) => {
  expect(isFreeShippingCode(code)).toBe(true);
});

test.each(['', 'SUMMER', 'FREEDOM', 'FREE GIFT', 'SHIP10', 'BUY2GET1FREE', 'FREE'])(
  '%j is not a free-shipping code',
  (code) => {
    expect(isFreeShippingCode(code)).toBe(false);
  },
);
