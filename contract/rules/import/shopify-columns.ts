import type { CellKind } from './import-fields.ts';

/** The columns of Shopify's orders export without which no order can be read. */
export const SHOPIFY_REQUIRED = [
  'Name',
  'Financial Status',
  'Currency',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Amount',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Shipping Name',
  'Shipping Address1',
  'Payment Method',
  'Cancelled at',
  'Id',
] as const;

/** All columns that are read; those that are not required are used if present. */
export const SHOPIFY_COLUMNS: readonly string[] = [
  ...SHOPIFY_REQUIRED,
  'Fulfillment Status',
  'Outstanding Balance',
  'Refunded Amount',
  'Paid at',
  'Duties',
  'Discount Code',
  'Notes',
  'Phone',
  'Lineitem sku',
  'Lineitem discount',
  'Lineitem requires shipping',
  'Lineitem fulfillment status',
  'Shipping Method',
  'Shipping Company',
  'Note Attributes',
  ...['Address2', 'City', 'Zip', 'Province', 'Phone'].map((part) => `Shipping ${part}`),
  ...['Name', 'Address1', 'Address2', 'City', 'Zip', 'Province', 'Phone'].map((part) => `Billing ${part}`),
];

/** The columns with an order's number, which groups its rows, and with its id in the store. */
export const SHOPIFY_NUMBER = 'Name';
export const SHOPIFY_ID = 'Id';

const AMOUNTS: ReadonlySet<string> = new Set([
  ...['Subtotal', 'Shipping', 'Taxes', 'Duties', 'Total', 'Discount Amount', 'Outstanding Balance'],
  ...['Refunded Amount', 'Lineitem price', 'Lineitem discount'],
]);
const DATES: ReadonlySet<string> = new Set(['Created at', 'Paid at', 'Cancelled at']);

/** Returns the kind of values in a column of the export. */
export function shopifyKind(column: string): CellKind {
  if (DATES.has(column)) return 'date';
  if (AMOUNTS.has(column)) return 'amount';
  return column === 'Lineitem quantity' ? 'number' : 'text';
}
