import { z } from '@hono/zod-openapi';
import { BEYOND_STAFF } from '../../../rules/reports/reports.ts';
import { fils, uuid } from '../../../schemas/fields.ts';

/** Amounts in fils: `in` came from this holder to others, `out` went to it. */
const sums = { in_fils: fils, out_fils: fils };

/**
 * The sum of all cash of staff equals the sum over the other holders of what came from them less what went to
 * them (ruling A2). `today` is the current business day, by the time of recording.
 */
export const response = z.object({
  holders: z.array(z.object({ holder: z.enum(BEYOND_STAFF), total: z.object(sums), today: z.object(sums) })),
  /** The cash of all staff, pending movements included, now and at the start of the day. */
  staff_fils: fils,
  staff_before_today_fils: fils,
  /** The part of it that is pending. */
  waiting_fils: fils,
  /** True if both sides are equal. */
  is_equal: z.boolean(),
  /** Everyone with cash or an open account, and each sum; disabled users stay listed. */
  people: z.array(
    z.object({
      user_id: uuid,
      full_name: z.string(),
      role: z.string().nullable(),
      disabled: z.boolean(),
      cash_fils: fils,
      shortage_fils: fils,
      over_fils: fils,
    }),
  ),
});

export type CashEquation = z.infer<typeof response>;
