import { t } from '@lingui/core/macro';
import type { ImportFate, ListField } from '../../../contract/rules/import-fields.ts';
import { cellWords } from './cell-words.ts';
import type { PreviewRow } from './run-import.ts';

export function fateWords(fate: ImportFate): string {
  return {
    new: t`New`,
    same: t`Already there`,
    differs: t`Differs`,
    bad: t`Error`,
    left_out: t`Left out`,
  }[fate];
}

/** What only the file tells to be wrong with an order; else why it stays as it is. */
export function rowReason(row: PreviewRow): string {
  const line = row.earlier ?? 0;
  if (row.file_fault === 'repeated') return t`This order is also in row ${line}: its rows must be together`;
  if (row.file_fault === 'too_large') return t`This order has too many items`;
  const [fault] = row.faults;
  if (fault) return fault.column === '' ? cellWords(fault) : `${fault.column}: ${cellWords(fault)}`;
  if (row.fate !== 'differs') return '';
  const columns = row.differences.map(({ column }) => differenceWords(column)).join(', ');
  return row.left_because === null ? columns : `${columns} (${cellWords(row.left_because)})`;
}

/** What of an order differs; the server names it as Shopify's export does. */
export function differenceWords(column: string): string {
  const known: Record<string, string> = {
    Name: t`Number`,
    Id: t`Id in the store`,
    'Created at': t`Order date`,
    'Lineitem name': t`Items`,
    'Lineitem sku': t`SKU`,
    'Lineitem quantity': t`Quantity`,
    'Lineitem price': t`Price`,
    'Discount Amount': t`Discount`,
    Shipping: t`Delivery fee`,
    Total: t`Total`,
    'Outstanding Balance': t`Amount due`,
    'Payment Method': t`Payment`,
    'Shipping Name': t`Customer`,
    'Shipping Phone': t`Phone`,
    'Shipping Address1': t`Address`,
    'Shipping City': t`Area`,
    'Promised at': t`Promised`,
    Notes: t`Notes`,
  };
  return known[column] ?? column;
}

export function fieldWords(field: ListField): string {
  return {
    order_number: t`Order number`,
    name: t`Customer's name`,
    other_name: t`Billing name, where the name is empty`,
    phone: t`Phone`,
    address: t`Address`,
    other_address: t`Billing address, where the address is empty`,
    area: t`Area`,
    promised: t`Promised for`,
    amount: t`Order total`,
    due: t`Amount to collect`,
    method: t`Payment method`,
    paid: t`Paid (yes or no)`,
    notes: t`Notes`,
    created: t`Order date`,
    currency: t`Currency`,
    status: t`Status`,
    shipping_method: t`Delivery method (delivery or pickup)`,
    item: t`Item`,
    sku: t`SKU`,
    quantity: t`Quantity`,
    price: t`Price of one`,
    shipping: t`Delivery fee`,
    discount: t`Discount`,
  }[field];
}
