import { z } from '@hono/zod-openapi';
import { unsentCash } from '../../../schemas/devices.ts';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';

/** One member of staff with cash (`cash_tracking` and `profiles` merged); disabled staff with cash stay listed (ruling A7). */
const outstandingCashRow = z.object({
  user_id: uuid,
  full_name: z.string(),
  role: z.string().nullable(),
  cash_on_hand_fils: fils,
  /** Recorded, not yet posted; part of what can be collected. */
  waiting_fils: fils,
  last_updated: instant,
  disabled: z.boolean(),
  driver_id: smallId.nullable(),
  unsent: unsentCash,
});

/** Somebody without cash above 0 who has something that is not sent yet. */
const unsentOnlyRow = outstandingCashRow.pick({
  user_id: true,
  full_name: true,
  role: true,
  disabled: true,
  driver_id: true,
  unsent: true,
});

/** Everybody with cash above 0, waiting included, by cash on hand descending; the manager's own row is one of them. */
export const answer = z.object({
  rows: z.array(outstandingCashRow),
  /** Their sum, waiting included. */
  total_fils: fils,
  /** Who is not among the rows, most cash not yet sent first. */
  unsent_only: z.array(unsentOnlyRow),
  /** The usual amount of a collection, see `usualAmount`. */
  usual_fils: fils.nullable(),
});

export type OutstandingCash = z.infer<typeof answer>;
export type OutstandingCashRow = z.infer<typeof outstandingCashRow>;
