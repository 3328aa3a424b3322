import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { importProblem, what } from '../../../schemas/import-problems.ts';

export const body = z.object({ what });

/** The outcome of a retry. `waiting`: the retry is in progress, and the list will show its outcome. */
export const response = z.object({
  outcome: z.enum(['taken', 'not_taken', 'not_to_deliver', 'waiting']),
  /** The entry as it is listed now; null if it is no longer listed. */
  listed: importProblem.nullable(),
  /** The reason why there is nothing to deliver. */
  reason: z.string().nullable(),
  order_number: z.string().nullable(),
  order_id: uuid.nullable(),
  /** The reason why the store could not be queried; then the stored data were used. */
  store_problem: z.string().nullable(),
});

export type ImportRetryResponse = z.output<typeof response>;
