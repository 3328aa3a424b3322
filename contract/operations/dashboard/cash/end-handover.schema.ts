import { z } from '@hono/zod-openapi';
import { DIFFERENCE_CHOICES } from '../../../rules/differences.ts';
import { GOODS_OUTCOMES } from '../../../rules/orders/attempts.ts';
import { STOPS_MAX } from '../../../rules/orders/stops.ts';
import { fils, uuid } from '../../../schemas/fields.ts';
import { handover, handoverDone } from '../../../schemas/handovers.ts';

export const response = handoverDone;

export const body = handover.extend({
  card_machine_received: z.boolean(),
  /** The Estimated Receivables that the form showed; null if they could not be read. */
  estimated_receivables_fils: fils.nullable(),
  /**
   * The decision about each order whose goods the form listed as still with the driver. Absent in commands of
   * older builds: the goods stay with the driver.
   */
  goods: z
    .array(z.object({ order_id: uuid, outcome: z.enum(GOODS_OUTCOMES) }))
    .max(STOPS_MAX)
    .refine((goods) => new Set(goods.map(({ order_id }) => order_id)).size === goods.length, {
      message: 'must name each order once',
    })
    .optional(),
  /**
   * The signed choice about a difference. Absent without a difference, and in commands of older builds: it
   * stays with the driver.
   */
  difference_choice: z.enum(DIFFERENCE_CHOICES).optional(),
});

export type EndHandover = z.infer<typeof body>;
