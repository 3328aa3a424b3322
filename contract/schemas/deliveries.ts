import { z } from '@hono/zod-openapi';
import { fils } from './fields.ts';

/** What `update_cash_on_hand` answers (ruling A5). `success` false with error null: the call itself failed. */
export const cashUpdate = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  new_total_fils: fils.nullable(),
  amount_fils: fils,
});

export type CashUpdate = z.infer<typeof cashUpdate>;
