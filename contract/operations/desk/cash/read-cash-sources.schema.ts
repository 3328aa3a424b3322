import { z } from '@hono/zod-openapi';
import { step } from '../../../schemas/cash-paths.ts';
import { cashRecordQuery } from '../../../schemas/cash-records.ts';
import { amountFils, fils, uuid } from '../../../schemas/fields.ts';

export const query = cashRecordQuery.extend({
  /** The record's fils that were listed already: `next_fils` of the previous response. */
  after_fils: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(amountFils)
    .openapi({ type: 'integer' })
    .optional(),
});

const source = z.object({
  /**
   * `order`: taken at a door. `outside`: brought from the safe, by an opening or an adjustment. `not_booked`: given before anything was booked to whoever gave it.
   * `round`: given and come back without anybody having brought it. `far`: followed no further back.
   */
  kind: z.enum(['order', 'outside', 'not_booked', 'round', 'far']),
  amount_fils: fils,
  order: z.object({ order_id: uuid, order_number: z.string() }).nullable(),
  /** The movement that brought it, or the oldest that is known. */
  step,
});

/** Whose cash a record moved, in the order in which it lies in it; the pages together come to exactly its amount. */
export const answer = z.object({
  amount_fils: fils,
  after_fils: fils,
  sources: z.array(source),
  /** Null: all of it is told. */
  next_fils: fils.nullable(),
});

export type CashSource = z.infer<typeof source>;
export type CashSources = z.infer<typeof answer>;
export type CashSourcesQuery = z.infer<typeof query>;
