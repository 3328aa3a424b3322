import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { stopIds } from '../../../schemas/orders.ts';
import { deviceClock } from '../../../schemas/signing.ts';

export const body = z.object({
  /** Generated on the device; the next arrangement refers to it. */
  arrangement_id: uuid,
  /** The arrangement that the driver saw; null if there was none. */
  from_arrangement: uuid.nullable(),
  order_ids: stopIds,
  ...deviceClock,
});

export const response = z.object({
  /** `desk_stands`: the desk has arranged the stops since, and its order wins. */
  outcome: z.enum(['arranged', 'desk_stands']),
  /** The current arrangement. */
  arrangement_id: uuid,
});

export type ArrangeStops = z.infer<typeof body>;
export type StopsArranged = z.infer<typeof response>;
