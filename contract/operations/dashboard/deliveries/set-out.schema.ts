import { z } from '@hono/zod-openapi';
import { NOT_SET_OUT_BECAUSE } from '../../../rules/orders/attempts.ts';
import { uuid } from '../../../schemas/fields.ts';
import { stopIds } from '../../../schemas/orders.ts';
import { deviceClock } from '../../../schemas/signing.ts';

export const body = z.object({
  /** Generated on the device. */
  set_out_id: uuid,
  order_ids: stopIds.min(1),
  /** True if the customer came after an attempt about which the desk has not decided. */
  after_attempt: z.boolean(),
  ...deviceClock,
});

export const response = z.object({
  /** The stops that are now on the road. */
  set_out: z.array(uuid),
  skipped: z.array(z.object({ order_id: uuid, because: z.enum(NOT_SET_OUT_BECAUSE) })),
});

export type SetOut = z.infer<typeof body>;
export type SetOutDone = z.infer<typeof response>;
