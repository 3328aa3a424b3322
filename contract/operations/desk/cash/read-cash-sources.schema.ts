import { z } from '@hono/zod-openapi';
import { step } from '../../../schemas/cash-paths.ts';
import { cashRecordQuery } from '../../../schemas/cash-records.ts';
import { amountFils, fils, uuid } from '../../../schemas/fields.ts';

export const query = cashRecordQuery.extend({
  /** The number of the record's fils that were listed already: `next_fils` of the previous response. */
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
   * `order`: collected at a delivery. `outside`: from the safe, an opening entry or an adjustment.
   * `not_booked`: given before the giver had booked cash. `round`: the movements form a cycle without an
   * origin. `far`: not traced further.
   */
  kind: z.enum(['order', 'outside', 'not_booked', 'round', 'far']),
  amount_fils: fils,
  order: z.object({ order_id: uuid, order_number: z.string() }).nullable(),
  /** The movement that brought the cash in, or the oldest traced movement. */
  step,
});

/** The origins of a record's cash, in order. The pages add up to exactly its amount. */
export const response = z.object({
  amount_fils: fils,
  after_fils: fils,
  sources: z.array(source),
  /** The `after_fils` parameter of the next page; null on the last page. */
  next_fils: fils.nullable(),
});

export type CashSource = z.infer<typeof source>;
export type CashSources = z.infer<typeof response>;
export type CashSourcesQuery = z.infer<typeof query>;
