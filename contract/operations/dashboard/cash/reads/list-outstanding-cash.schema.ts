import { z } from '@hono/zod-openapi';
import { unsentCash } from '../../../../schemas/devices.ts';
import { fils, instant, smallId, uuid } from '../../../../schemas/fields.ts';

/**
 * A member of staff with cash (`cash_tracking` and `profiles` merged). Disabled staff with cash are included.
 */
const outstandingCashRow = z.object({
  user_id: uuid,
  full_name: z.string(),
  role: z.string().nullable(),
  cash_on_hand_fils: fils,
  /** Pending cash, which can be collected. */
  waiting_fils: fils,
  last_updated: instant,
  disabled: z.boolean(),
  driver_id: smallId.nullable(),
  unsent: unsentCash,
  /** The person's expenses that wait for approval; they do not reduce the cash yet. */
  expenses_fils: fils,
});

/** A member of staff without cash above 0 whose devices have unsent commands. */
const unsentOnlyRow = outstandingCashRow.pick({
  user_id: true,
  full_name: true,
  role: true,
  disabled: true,
  driver_id: true,
  unsent: true,
});

/**
 * All staff with cash above 0, pending cash included, ordered by cash on hand descending. The manager is
 * one of them.
 */
export const response = z.object({
  rows: z.array(outstandingCashRow),
  /** The sum of the rows, pending cash included. */
  total_fils: fils,
  /** The staff who are not among the rows, largest unsent amount first. */
  unsent_only: z.array(unsentOnlyRow),
  /** The usual amount of a collection, see `usualAmount`. */
  usual_fils: fils.nullable(),
});

export type OutstandingCash = z.infer<typeof response>;
export type OutstandingCashRow = z.infer<typeof outstandingCashRow>;
