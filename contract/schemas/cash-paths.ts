import { z } from '@hono/zod-openapi';
import { CASH_RECORD_KINDS } from '../rules/cash-records.ts';
import { MOVEMENT_REASONS } from '../rules/reports/reports.ts';
import { cashHolder } from './cash-records.ts';
import { fils, instant, uuid } from './fields.ts';

/** One movement that cash went with, and the record that tells of it. */
export const step = z.object({
  movement_id: uuid,
  reason: z.enum(MOVEMENT_REASONS),
  from: cashHolder,
  to: cashHolder,
  /** The whole movement. */
  amount_fils: fils,
  occurred_at: instant,
  recorded_at: instant,
  /** Waits to be posted; held all the same (ruling A4). */
  waiting: z.boolean(),
  /** A delivery's, or of a kind of its own; null for what an operator booked, and has no page. */
  record: z
    .object({ kind: z.enum(['delivery', ...CASH_RECORD_KINDS]), id: uuid, reference: z.string() })
    .nullable(),
});

export type CashStep = z.infer<typeof step>;
