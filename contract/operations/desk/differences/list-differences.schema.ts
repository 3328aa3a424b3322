import { z } from '@hono/zod-openapi';
import { ACCOUNTS, DIFFERENCE_BLOCKERS, SETTLEMENT_KINDS } from '../../../rules/differences.ts';
import { fils, instant, uuid } from '../../../schemas/fields.ts';
import { pinnedFile } from '../../../schemas/signing.ts';

const ofPerson = {
  user_id: uuid,
  full_name: z.string(),
  /** Disabled users stay listed (ruling A7). */
  disabled: z.boolean(),
  /** The end of day; of a correction, its id and the number of its order. */
  handover_id: uuid,
  handover_reference: z.string(),
  /** The user who received the cash; of a correction, the user who recorded or approved it. */
  admin_name: z.string(),
  /** The order whose delivery was corrected after its cash was handed over; null for an end of day. */
  correction: z.object({ order_id: uuid, order_number: z.string() }).nullable().optional(),
  since: instant,
};

const settlement = z.object({
  id: uuid,
  kind: z.enum(SETTLEMENT_KINDS),
  amount_fils: fils,
  /** The user who received or paid it, approved it, or delivered late. */
  by: z.string(),
  reason: z.string().nullable(),
  /** The reference of a payment. */
  reference: z.string().nullable(),
  receipt: pinnedFile.extend({ bucket: z.literal('cash-handovers') }).nullable(),
  /** The order of a late delivery. */
  order_number: z.string().nullable(),
  recorded_at: instant,
});

const difference = z.object({
  ...ofPerson,
  id: uuid,
  account: z.enum(ACCOUNTS),
  amount_fils: fils,
  open_fils: fils,
  settlements: z.array(settlement),
  /** The amount proposed for the salary list; null without a proposal. */
  proposed: z
    .object({ amount_fils: fils, by: z.string(), reason: z.string().nullable(), at: instant })
    .nullable(),
  /** The amount of a pending request for a write-off; null without one. */
  requested_fils: fils.nullable(),
  /** True if the reader is this person, who cannot settle their own account. */
  is_own: z.boolean(),
});

const undecided = z.object({
  ...ofPerson,
  account: z.enum(ACCOUNTS),
  /** The signed amount, above 0. */
  signed_fils: fils,
  /** The rest of it by the present book, which would be booked; it may be 0. */
  bookable_fils: fils,
  /** The reasons why it cannot be booked yet; empty if it can. */
  blockers: z.array(z.enum(DIFFERENCE_BLOCKERS)),
  is_own: z.boolean(),
});

/**
 * The open accounts, oldest first, those settled within the last 31 days, and the differences that both
 * signed as short or over and that are not booked.
 */
export const response = z.object({
  open: z.array(difference),
  settled: z.array(difference),
  undecided: z.array(undecided),
});

export type Differences = z.infer<typeof response>;
export type Difference = z.infer<typeof difference>;
export type UndecidedDifference = z.infer<typeof undecided>;
