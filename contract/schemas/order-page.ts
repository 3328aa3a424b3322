import { z } from '@hono/zod-openapi';
import { MAX_LINES, MAX_QTY } from '../rules/orders/order-amounts.ts';
import { PAYMENT_METHODS } from '../rules/orders/tender.ts';
import { amountFils, filledText, instant, smallId, text } from './fields.ts';

export const namedDriver = z.object({ driver_id: smallId, full_name: z.string() });

/** The contents of an order that is written by hand; all fields are sent each time. */
export const contents = {
  phone: text(40).trim().nullable(),
  delivery_address: filledText(300),
  area: text(100).trim().nullable(),
  promised_at: instant.nullable(),
  notes: text(5_000).trim().nullable(),
  payment_method: z.enum(PAYMENT_METHODS),
  /**
   * True if the tender, cash or card machine, is selected on delivery; `payment_method` is then cash. If
   * present, the user has decided how the order is paid. Older clients omit it; the payment then stays
   * unchanged unless the method changes.
   */
  pays_either: z.boolean().optional(),
  lines: z
    .array(
      z.object({
        name: filledText(500),
        sku: text(120).trim().nullable(),
        qty: z.number().int().min(1).max(MAX_QTY),
        unit_price_fils: amountFils,
      }),
    )
    .min(1)
    .max(MAX_LINES),
  discount_fils: amountFils,
  shipping_fils: amountFils,
  /** Paid before the delivery. */
  paid_amount_fils: amountFils,
};
