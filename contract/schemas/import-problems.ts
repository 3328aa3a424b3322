import { z } from '@hono/zod-openapi';
import { IMPORT_PROBLEM_FIXES } from '../rules/import/import-problems.ts';
import { filledText, instant, uuid } from './fields.ts';

export const what = filledText(200);

export const importProblem = z.object({
  /** The key for retry and dismissal: the order's number, or the webhook's id if the order is unknown. */
  what: z.string(),
  order_number: z.string().nullable(),
  reason: z.string(),
  /** Invalid fields of the store's order, each with the reason; empty if `reason` is sufficient. */
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  fix: z.enum(IMPORT_PROBLEM_FIXES),
  /** The time of the store's version of the order. */
  told_at: instant.nullable(),
  /** The existing order with this number, if an update of it could not be imported. */
  order_id: uuid.nullable(),
  /** The order's URL in the store; null without a store or if the id is unknown. */
  store_url: z.string().nullable(),
  /** True if a retry can have another outcome: the store can be queried, or its data are still stored. */
  may_retry: z.boolean(),
});

export type ImportProblem = z.output<typeof importProblem>;
