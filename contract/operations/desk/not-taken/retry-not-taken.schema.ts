import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { notTaken, what } from '../../../schemas/not-taken.ts';

export const body = z.object({ what });

/** The outcome of an order that was tried again. `waiting`: it is being tried, and the list will show its outcome. */
export const answer = z.object({
  outcome: z.enum(['taken', 'not_taken', 'not_to_deliver', 'waiting']),
  /** The entry as it is listed now; null where it is no longer listed. */
  listed: notTaken.nullable(),
  /** Why it is not to be delivered. */
  reason: z.string().nullable(),
  order_number: z.string().nullable(),
  order_id: uuid.nullable(),
  /** Why the store could not be asked for it anew: then what it told before was tried. */
  store_problem: z.string().nullable(),
});

export type NotTakenRetried = z.output<typeof answer>;
