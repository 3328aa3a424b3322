import { z } from '@hono/zod-openapi';
import { fils } from './fields.ts';

/**
 * The result of `update_cash_on_hand` (ruling A5). If `success` is false and `error` null, the call failed.
 */
export const cashUpdate = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  new_total_fils: fils.nullable(),
  amount_fils: fils,
});

export type CashUpdate = z.infer<typeof cashUpdate>;
