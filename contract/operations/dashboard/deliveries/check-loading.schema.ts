import { z } from '@hono/zod-openapi';
import { STOPS_MAX } from '../../../rules/orders/stops.ts';
import { uuid } from '../../../schemas/fields.ts';
import { deviceClock } from '../../../schemas/signing.ts';

/** A line of an order, and the quantity of it that is not in the vehicle. */
const missingLine = z.object({ item_id: uuid, qty: z.number().int().min(1).max(1_000_000) });

const missingLines = z
  .array(missingLine)
  .max(500)
  .refine((lines) => new Set(lines.map(({ item_id }) => item_id)).size === lines.length, {
    message: 'must name each line once',
  });

export const body = z.object({
  /** Generated on the device. */
  check_id: uuid,
  stops: z
    .array(z.object({ order_id: uuid, missing: missingLines }))
    .min(1)
    .max(STOPS_MAX)
    .refine((stops) => new Set(stops.map(({ order_id }) => order_id)).size === stops.length, {
      message: 'must name each order once',
    }),
  ...deviceClock,
});

export const response = z.object({
  /** The checked stops; others are no longer the driver's. */
  checked: z.array(uuid),
  /** The number of checked stops with missing goods. */
  missing_orders: z.number().int(),
});

export type CheckLoading = z.infer<typeof body>;
export type LoadingChecked = z.infer<typeof response>;
