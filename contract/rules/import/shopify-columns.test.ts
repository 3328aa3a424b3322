import { expect, test } from 'vitest';
import { SHOPIFY_COLUMNS, shopifyKind } from './shopify-columns.ts';

const AMOUNT = /^(?:Subtotal|Shipping|Taxes|Total|Duties)$|Amount$|Balance$|^Lineitem (?:price|discount)$/;

test('each column of amounts has the kind amount', () => {
  const amounts = SHOPIFY_COLUMNS.filter((column) => AMOUNT.test(column));
  expect(amounts).toHaveLength(10);
  expect(SHOPIFY_COLUMNS.filter((column) => shopifyKind(column) === 'amount')).toEqual(amounts);
  expect(shopifyKind('Lineitem quantity')).toBe('number');
});

test('each column of instants has the kind date', () => {
  const instants = SHOPIFY_COLUMNS.filter((column) => column.endsWith(' at'));
  expect(instants).toEqual(['Created at', 'Cancelled at', 'Paid at']);
  expect(SHOPIFY_COLUMNS.filter((column) => shopifyKind(column) === 'date')).toEqual(instants);
});
