import { z } from '@hono/zod-openapi';
import { MAX_AMOUNT_FILS } from '../rules/amounts/money.ts';
import { MAX_LINES, MAX_QTY } from '../rules/orders/order-amounts.ts';
import { REFUSED_BECAUSE } from '../rules/orders/part-delivery.ts';
import { amountFils, filledText, uuid } from './fields.ts';

export const REFERENCE_MAX = 100;
export const SHORT_REASON_MAX = 500;

/** The number of orders in each list of what is open after deliveries. */
export const openCounts = z.object({
  owed: z.number().int().min(0),
  to_match: z.number().int().min(0),
  refunds: z.number().int().min(0),
});
export type OpenCounts = z.infer<typeof openCounts>;

const byReference = z.object({
  amount_fils: z.number().int().min(1).max(MAX_AMOUNT_FILS),
  reference: filledText(REFERENCE_MAX),
});

/** The payments that a driver or a Manager took, by each tender. */
export const taken = z.object({
  /** Cash received minus change. */
  cash_fils: amountFils,
  card_fils: amountFils,
  link: byReference.nullable(),
  transfer: byReference.nullable(),
});

/** The goods of an order of which the customer did not take all, with the amounts that the driver saw. */
export const part = z.object({
  sent_fils: amountFils,
  discount_fils: amountFils,
  shipping_fils: amountFils,
  tax_fils: amountFils,
  paid_amount_fils: amountFils,
  lines: z
    .array(
      z.object({
        item_id: uuid,
        /** The product as the driver saw it, for a line that is replaced meanwhile; older devices omit it. */
        name: filledText(500).optional(),
        /** The ordered quantity. */
        qty: z.number().int().min(1).max(MAX_QTY),
        unit_price_fils: amountFils,
        tax_fils: amountFils.nullable(),
        refused: z.number().int().min(0).max(MAX_QTY),
        /** Null if nothing of the line was refused. */
        refused_because: z.enum(REFUSED_BECAUSE).nullable(),
      }),
    )
    .min(1)
    .max(MAX_LINES),
});
