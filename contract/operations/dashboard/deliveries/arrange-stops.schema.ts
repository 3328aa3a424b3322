import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { stopIds } from '../../../schemas/orders.ts';
import { deviceClock } from '../../../schemas/signing.ts';

export const body = z.object({
  /** Made on the device, so that the next one can say that it was made from this. */
  arrangement_id: uuid,
  /** The arrangement that the driver saw; null: none had been made. */
  from_arrangement: uuid.nullable(),
  order_ids: stopIds,
  ...deviceClock,
});

export const answer = z.object({
  /** `desk_stands`: the shop's desk had arranged them since, and its order stays (ruling G2). */
  outcome: z.enum(['arranged', 'desk_stands']),
  /** The current arrangement. */
  arrangement_id: uuid,
});

export type ArrangeStops = z.infer<typeof body>;
export type StopsArranged = z.infer<typeof answer>;
