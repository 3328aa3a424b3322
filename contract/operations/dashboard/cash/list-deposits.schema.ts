import { z } from '@hono/zod-openapi';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';
import { pinnedFile } from '../../../schemas/signing.ts';

export const query = z.object({
  /** The id of the last deposit already shown; answers the ones before it. */
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
  /** True while the movement waits to be posted. */
  waiting: z.boolean(),
  document: pinnedFile.extend({ bucket: z.literal('bank-deposits') }).nullable(),
  created_at: instant,
});

/** Newest first, 50 a page. */
export const answer = z.object({
  deposits: z.array(deposit),
  /** For the next page; null at the end. */
  next_before: uuid.nullable(),
  /** The manager's cash: a deposit above it needs a second look (ruling H1). */
  own_cash: z.object({ cash_on_hand_fils: fils.nullable(), waiting_fils: fils }),
  /** The usual amount of a deposit, see `usualAmount`. */
  usual_fils: fils.nullable(),
});

export type Deposit = z.infer<typeof deposit>;
export type Deposits = z.infer<typeof answer>;
