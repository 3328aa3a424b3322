import { z } from '@hono/zod-openapi';
import { MAX_LINES, MAX_QTY } from '../rules/orders/order-amounts.ts';
import { PAYMENT_METHODS } from '../rules/orders/tender.ts';
import { amountFils, filledText, instant, smallId, text } from './fields.ts';

export const namedDriver = z.object({ driver_id: smallId, full_name: z.string() });

/** What is written of an order by hand, the whole of it each time. */
export const contents = {
  phone: text(40).trim().nullable(),
  delivery_address: filledText(300),
  area: text(100).trim().nullable(),
  promised_at: instant.nullable(),
  notes: text(5_000).trim().nullable(),
  payment_method: z.enum(PAYMENT_METHODS),
  /**
   * Cash or card machine, selected at the door; `payment_method` is cash then. Present: the user has decided how the order is paid.
   * Older pages leave it out: the payment stays as it is, unless the method is another one.
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
