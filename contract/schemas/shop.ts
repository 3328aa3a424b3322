import { z } from '@hono/zod-openapi';

export const deskShop = z.object({
  name: z.string(),
  time_zone: z.string(),
  promise_hours: z.number().int().nullable(),
  erase_customers_after_days: z.number().int().nullable(),
  /** ISO 3166-1; absent in replies of older servers. */
  country: z.string().optional(),
});

export type DeskShop = z.infer<typeof deskShop>;
