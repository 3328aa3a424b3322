import { z } from '@hono/zod-openapi';
import { fils, instant, smallId, uuid } from '../../../../schemas/fields.ts';
import { pinnedFile } from '../../../../schemas/signing.ts';

export const query = z.object({
  /** The id of the last deposit already shown; older deposits are returned. */
  before: uuid.optional(),
});

export const deposit = z.object({
  id: uuid,
  reference: z.string(),
  shop_id: smallId,
  manager_id: uuid,
  manager_name: z.string(),
  amount_fils: fils,
  deposit_date: z.iso.date(),
  notes: z.string().nullable(),
  /** True while the movement is pending. */
  waiting: z.boolean(),
  /** True if the deposit was voided. */
  voided: z.boolean(),
  document: pinnedFile.extend({ bucket: z.literal('bank-deposits') }).nullable(),
  created_at: instant,
});

/** The deposits, newest first, 50 per page. */
export const response = z.object({
  deposits: z.array(deposit),
  /** The `before` parameter of the next page; null on the last page. */
  next_before: uuid.nullable(),
  /** The manager's cash. A larger deposit needs confirmation. */
  own_cash: z.object({ cash_on_hand_fils: fils.nullable(), waiting_fils: fils }),
  /** The usual amount of a deposit, see `usualAmount`. */
  usual_fils: fils.nullable(),
});

export type Deposit = z.infer<typeof deposit>;
export type Deposits = z.infer<typeof response>;
