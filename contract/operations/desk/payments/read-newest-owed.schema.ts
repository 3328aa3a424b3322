import { z } from '@hono/zod-openapi';
import { fils, instant, uuid } from '../../../schemas/fields.ts';

/** Null if nothing is owed. */
export const response = z.object({
  newest: z
    .object({
      order_id: uuid,
      order_number: z.string(),
      driver_name: z.string(),
      owed_fils: fils,
      since: instant,
    })
    .nullable(),
});

export type NewestOwed = z.infer<typeof response>;
