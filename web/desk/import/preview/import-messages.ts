import { t } from '@lingui/core/macro';
import type { ImportOutcome, ListField } from '../../../../contract/rules/import/import-fields.ts';
import { paymentChoice } from '../../../../contract/rules/orders/tender.ts';
import { paymentMethodText } from '../../../messages/order-messages.ts';
import { waitText } from '../../orders/wait-messages.ts';
import type { PreviewRow } from '../run-import.ts';
import { cellText } from './cell-messages.ts';

export function previewOutcomeText(fate: ImportOutcome): string {
  return {
    new: t`New`,
    same: t`Unchanged`,
    differs: t`Differs`,
    bad: t`Error`,
    left_out: t`Skipped`,
  }[fate];
}

/** Returns the fault or the differences of an order, and the reason why it would wait at the desk. */
export function rowReason(row: PreviewRow): string {
  const line = row.earlier ?? 0;
  if (row.file_fault === 'repeated') return t`This order is also in row ${line}: its rows must be together`;
  if (row.file_fault === 'too_large') return t`This order has too many items`;
  if (row.file_fault === 'partly_hidden') return t`Some rows of this order are hidden in the file`;
  const [fault] = row.faults;
  if (fault) return fault.column === '' ? cellText(fault) : `${fault.column}: ${cellText(fault)}`;
  const waits = row.order?.waits_because ? waitText(row.order.waits_because) : '';
  if (row.fate === 'new') return waits;
  if (row.fate !== 'differs') return '';
  const columns = row.differences.map(({ column }) => differenceText(column)).join(', ');
  if (row.left_because !== null) return `${columns} (${cellText(row.left_because)})`;
  return waits === '' ? columns : `${columns} · ${waits}`;
}

/** Returns the payment method of an order; an order that would wait has none yet. */
export function rowPayment({ order }: Pick<PreviewRow, 'order'>): string {
  return order && !order.waits_because ? paymentMethodText(paymentChoice(order)) : '—';
}

/** Names a field that differs; servers send the column names of Shopify's export. */
export function differenceText(column: string): string {
  const known: Record<string, string> = {
    Name: t`Number`,
    Id: t`Store ID`,
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

export function fieldText(field: ListField): string {
  return {
    order_number: t`Order number`,
    name: t`Customer's name`,
    other_name: t`Billing name, if the name is empty`,
    phone: t`Phone`,
    address: t`Address`,
    other_address: t`Billing address, if the address is empty`,
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
    refund: t`Refunded amount`,
    extras: t`Tips and fees`,
  }[field];
}
