import type { PaidStatus } from '../../orders/incoming/incoming-order.ts';

/**
 * Shopify's financial statuses of orders to deliver; orders with another known status are skipped (ruling
 * B8).
 */
const TO_DELIVER = ['paid', 'partially_paid', 'pending', 'authorized'] as const;
const LEFT_OUT = new Set(['refunded', 'partially_refunded', 'voided', 'expired']);

type FinancialStatus = (typeof TO_DELIVER)[number] | 'left_out' | 'unknown';

/** Returns null for an order that is not to be delivered. */
export function paidStatusOf(text: string): PaidStatus | null {
  const status = financialStatusOf(text);
  return status === 'left_out' || status === 'unknown' ? null : status;
}

export function financialStatusOf(text: string): FinancialStatus {
  const status = text.trim().toLowerCase();
  if (LEFT_OUT.has(status)) return 'left_out';
  return TO_DELIVER.find((one) => one === status) ?? 'unknown';
}
