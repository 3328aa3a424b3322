import { latinDigits } from '../../../../contract/rules/amounts/number-text.ts';
import { parseAmount } from '../../../../contract/rules/amounts/parse-amount.ts';
import type { ListField } from '../../../../contract/rules/import/import-fields.ts';
import { headerKey, keyInAed, LIST_HEADERS } from '../../../../contract/rules/import/list-headers.ts';
import { knownMeaning } from '../../../../contract/rules/import/source-names.ts';

/** Fields that change which orders are delivered or how much is collected. */
const ASKED_FIELDS: readonly ListField[] = [
  'order_number',
  'promised',
  'amount',
  'due',
  'method',
  'paid',
  'created',
  'currency',
  'status',
  'shipping_method',
  'item',
  'quantity',
  'price',
  'shipping',
  'discount',
  'refund',
  'extras',
];

const FIELD_OF_HEADER = new Map(
  (Object.entries(LIST_HEADERS) as [ListField, readonly (string | readonly string[])[]][]).flatMap(
    ([field, names]) => names.flat().map((name) => [name, field] as const),
  ),
);

const ASKED_WORDS = new Set(
  `amount total subtotal sum due paid unpaid prepaid balance outstanding price cost value fee fees charge charges cod collect
  cash card payment currency status state date time day number no qty quantity refund refunded discount vat tax tip deposit credit
  cancelled canceled returned`.split(/\s+/),
);
const ASKED_IN_ARABIC =
  /مبلغ|جمالي|مجموع|سعر|رسوم|قيمة|دفع|مدفوع|تحصيل|عملة|حالة|تاريخ|موعد|وقت|رقم|عدد|خصم|درهم/;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Returns true if the header names a delivery method: pickups are not delivered. */
export function isDeliveryMethodColumn(header: string): boolean {
  return FIELD_OF_HEADER.get(keyInAed(header)) === 'shipping_method';
}

/** Returns true if the header names refunds, tips or fees. */
export function isRefundColumn(header: string): boolean {
  const field = FIELD_OF_HEADER.get(keyInAed(header));
  return field === 'refund' || field === 'extras';
}

/**
 * Returns true if the header or a cell indicates money, a status, a currency, a date, a number, items or a
 * delivery method.
 */
export function needsConfirmation(header: string, cells: readonly string[]): boolean {
  const field = FIELD_OF_HEADER.get(keyInAed(header));
  if (field !== undefined) return ASKED_FIELDS.includes(field);
  const words = headerKey(header).split(/[^\p{L}]+/u);
  if (words.some((word) => ASKED_WORDS.has(word)) || ASKED_IN_ARABIC.test(headerKey(header))) return true;
  if (header.split(/[^A-Z]+/).some((word) => CURRENCIES.has(word)) || keyInAed(header) !== headerKey(header))
    return true;
  return cells.some(isAskedValue);
}

/** Matches `0501234567`, `+971 50 123 4567`, or `501234567` as spreadsheets save it. */
const PHONE = /^(?:\+|0)[\d\s()-]{8,}$|^5\d{8}$/;
const DATE = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|^\d{1,2}[\s-]\p{L}{3,}[\s,-]+\d{2}/u;
const MONEY = /^(?:[$€£]|[A-Z]{3})\s?\d|\d\s?(?:[$€£]|[A-Z]{3})$/;

function isAskedValue(cell: string): boolean {
  const text = latinDigits(cell)
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (text === '' || PHONE.test(text)) return false;
  const amount = parseAmount(text);
  if (amount.ok || amount.reason !== 'unparsable') return true;
  if (DATE.test(text) || MONEY.test(text) || CURRENCIES.has(text)) return true;
  return knownMeaning('status', text) !== undefined || knownMeaning('payment', text) !== undefined;
}
