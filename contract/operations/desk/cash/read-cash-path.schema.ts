import { z } from '@hono/zod-openapi';
import { step } from '../../../schemas/cash-paths.ts';
import { fils, uuid } from '../../../schemas/fields.ts';

export const query = z.object({ order_id: uuid });

const route = z.object({
  /** The part of the delivery's cash that took this route. */
  amount_fils: fils,
  /** The movements, starting with the delivery. */
  steps: z.array(step),
  /**
   * `held`: the receiver of the last step holds the cash. `left`: the last step took it out of the staff's
   * hands. `far`: not traced further.
   */
  end: z.enum(['held', 'left', 'far']),
});

/** The routes of the cash of an order's deliveries, first in, first out (decision 57). */
export const response = z.object({
  deliveries: z.array(
    z.object({
      id: uuid,
      /** The sum of the routes and of the cash that is not traced. */
      amount_fils: fils,
      routes: z.array(route),
      /** The cash of the routes beyond the maximum number of routes. */
      not_followed_fils: fils,
    }),
  ),
});

export type CashPath = z.infer<typeof response>;
export type CashRoute = z.infer<typeof route>;
