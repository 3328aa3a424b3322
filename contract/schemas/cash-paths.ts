import { z } from '@hono/zod-openapi';
import { CASH_RECORD_KINDS } from '../rules/cash-records.ts';
import { MOVEMENT_REASONS } from '../rules/reports/reports.ts';
import { cashHolder } from './cash-records.ts';
import { fils, instant, uuid } from './fields.ts';

/** A movement of cash with its record. */
export const step = z.object({
  movement_id: uuid,
  reason: z.enum(MOVEMENT_REASONS),
  from: cashHolder,
  to: cashHolder,
  /** The amount of the whole movement. */
  amount_fils: fils,
  occurred_at: instant,
  recorded_at: instant,
  /** True while pending; pending cash counts as held. */
  waiting: z.boolean(),
  /** The delivery or cash record, of a void the voided record; null for bookings without a page. */
  record: z
    .object({ kind: z.enum(['delivery', ...CASH_RECORD_KINDS]), id: uuid, reference: z.string() })
    .nullable(),
  /** True if the record was voided; false for the movement of the void itself. */
  voided: z.boolean(),
});

export type CashStep = z.infer<typeof step>;
