import { expect, test } from 'vitest';
import { SHOPIFY_COLUMNS, shopifyKind } from './shopify-columns.ts';

const AMOUNT =
  /^(?:Subtotal|Shipping|Taxes|Total|Duties)$|Amount$|Balance$|^Lineitem (?:quantity|price|discount)$/;

test('each column with an amount or a quantity has numbers', () => {
  const amounts = SHOPIFY_COLUMNS.filter((column) => AMOUNT.test(column));
  expect(amounts).toHaveLength(11);
  expect(SHOPIFY_COLUMNS.filter((column) => shopifyKind(column) === 'number')).toEqual(amounts);
});

test('each column with an instant has dates', () => {
  const instants = SHOPIFY_COLUMNS.filter((column) => column.endsWith(' at'));
  expect(instants).toEqual(['Created at', 'Cancelled at', 'Paid at']);
  expect(SHOPIFY_COLUMNS.filter((column) => shopifyKind(column) === 'date')).toEqual(instants);
});
