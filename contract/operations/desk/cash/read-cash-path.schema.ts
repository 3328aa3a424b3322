import { z } from '@hono/zod-openapi';
import { step } from '../../../schemas/cash-paths.ts';
import { fils, uuid } from '../../../schemas/fields.ts';

export const query = z.object({ order_id: uuid });

const route = z.object({
  /** So much of the delivery's cash went this way. */
  amount_fils: fils,
  /** The delivery first. */
  steps: z.array(step),
  /** `held`: by whom the last step went to. `left`: the staff's hands, with the last step. `far`: followed no further. */
  end: z.enum(['held', 'left', 'far']),
});

/** Where the cash of an order's deliveries went, the oldest cash going first (decision 57). */
export const answer = z.object({
  deliveries: z.array(
    z.object({
      id: uuid,
      /** What its routes and what is not followed come to. */
      amount_fils: fils,
      routes: z.array(route),
      /** In more parts than are told. */
      not_followed_fils: fils,
    }),
  ),
});

export type CashPath = z.infer<typeof answer>;
export type CashRoute = z.infer<typeof route>;
