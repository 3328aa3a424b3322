import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

/** The export from which the demo shop is made: 24 orders in 62 rows. */
export const EXPORT_PATH = fileURLToPath(
  new URL('../../database/demo/shopify-orders-export.csv', import.meta.url),
);
export const EXPORT_TEXT = readFileSync(EXPORT_PATH, 'utf8');

export const HEADER = EXPORT_TEXT.slice(0, EXPORT_TEXT.indexOf('\n')).trim();
const COLUMNS = HEADER.split(',');

export type Cells = Record<string, string>;

/** By default, a cash order of one line of 2 x 11.95 with 10.00 shipping. */
const FIRST_ROW: Cells = {
  Name: '#1',
  Email: 'customer@example.com',
  'Financial Status': 'pending',
  'Fulfillment Status': 'unfulfilled',
  Currency: 'AED',
  Subtotal: '23.90',
  Shipping: '10.00',
  Taxes: '0.00',
  Total: '33.90',
  'Discount Amount': '0.00',
  'Created at': '2026-11-18 09:35:00 +0400',
  'Lineitem quantity': '2',
  'Lineitem name': 'Full Cream Milk 2L',
  'Lineitem price': '11.95',
  'Lineitem sku': 'RAW-2L',
  'Lineitem discount': '0.00',
  'Shipping Name': 'Layla Haddad',
  'Shipping Address1': 'Marina Gate 1, Apt 1204',
  'Shipping City': 'Dubai Marina',
  'Shipping Phone': '+971501234567',
  'Payment Method': 'Cash on Delivery (COD)',
};

const CONTINUED_ROW: Cells = {
  Name: '#1',
  'Created at': '2026-11-18 09:35:00 +0400',
  'Lineitem quantity': '1',
  'Lineitem name': 'Basmati Rice 5kg',
  'Lineitem price': '54.25',
};

export function orderRow(cells: Cells = {}): string {
  return csvRow({ ...FIRST_ROW, ...cells });
}

export function continuedRow(cells: Cells = {}): string {
  return csvRow({ ...CONTINUED_ROW, ...cells });
}

/** Builds a whole file from rows of `orderRow` and `continuedRow`. */
export function exportOf(...rows: string[]): string {
  return `${[HEADER, ...rows].join('\n')}\n`;
}

/** Saves an export again, as a spreadsheet with another locale's delimiter does. */
export function savedAgain(text: string, delimiter: string): string {
  const rows = parse(text) as string[][];
  const cell = (value: string) =>
    value.includes(delimiter) || /["\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return rows.map((cells) => `${cells.map(cell).join(delimiter)}\n`).join('');
}

function csvRow(cells: Cells): string {
  const unknown = Object.keys(cells).find((column) => !COLUMNS.includes(column));
  if (unknown !== undefined) throw new Error(`The export has no column ${unknown}`);
  return COLUMNS.map((column) => quoted(cells[column] ?? '')).join(',');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
