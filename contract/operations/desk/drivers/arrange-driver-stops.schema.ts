import { z } from '@hono/zod-openapi';
import { orderNews } from '../../../schemas/desk-orders.ts';
import { smallId, uuid } from '../../../schemas/fields.ts';
import { stopIds } from '../../../schemas/orders.ts';

export const body = z.object({
  /** The driver whose stops these are, or become. */
  driver_id: smallId,
  /** Made by whoever arranges, so that the next one can say that it was made from this. */
  arrangement_id: uuid,
  /** The arrangement that was seen; null: none had been made. */
  from_arrangement: uuid.nullable(),
  /** Like `arrange_stops`: stops that are not named follow in their present order. */
  order_ids: stopIds,
  /** Is given to this driver first, by whomever it is carried, as it was seen. */
  taken: z.object({ order_id: uuid, version: z.number().int().min(1).max(2_147_483_647) }).nullable(),
});

export const answer = z.object({
  /**
   * `desk_stands`: somebody else at the desk has arranged these stops since; `order_changed`: the order that was to be given is not what was seen. Of
   * either nothing was done.
   */
  outcome: z.enum(['arranged', 'desk_stands', 'order_changed']),
  /** The arrangement that stands now. */
  arrangement_id: uuid.nullable(),
  /** Who came before: the full name, or the account that ran the command line; null: nobody in person. */
  by: z.string().nullable(),
  /** The outcome for the order that was to be given. */
  news: orderNews.nullable().default(null),
});

export type ArrangeDriverStops = z.infer<typeof body>;
export type DriverStopsArranged = z.infer<typeof answer>;
