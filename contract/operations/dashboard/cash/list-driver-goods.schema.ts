import { z } from '@hono/zod-openapi';
import { ORDER_STATUSES } from '../../../rules/orders/order-life.ts';
import { uuid } from '../../../schemas/fields.ts';
import { query as driverQuery } from './reads/read-driver-balance.schema.ts';

export const query = driverQuery;

/** An order of which goods are still with the driver. */
const driverGoods = z.object({
  order_id: uuid,
  order_number: z.string(),
  status: z.enum(ORDER_STATUSES),
  customer_name: z.string(),
  /** True for goods refused at the delivery. Absent in replies of older servers. */
  is_refused: z.boolean().optional(),
  /** The goods, with the picked or the refused quantities. */
  items: z.array(z.object({ name: z.string(), qty: z.number().int() })),
  /** Attempts that were not undone; 0 if delivery was never tried. */
  attempts: z.number().int(),
  /** The reason of the newest attempt, and its label if it is not a built-in one. */
  reason: z.string().nullable(),
  reason_label: z.string().nullable(),
});

export const response = z.object({ goods: z.array(driverGoods) });

export type DriverGoods = z.infer<typeof driverGoods>;
export type DriverGoodsList = z.infer<typeof response>;
