import { z } from '@hono/zod-openapi';
import { unsentCash } from '../../../schemas/devices.ts';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';
import { status } from '../../../schemas/staff.ts';

const staffRow = z.object({
  user_id: uuid,
  full_name: z.string(),
  email: z.string(),
  /** Driver, Manager, Admin, any other text, or null. */
  role: z.string().nullable(),
  /** Null for staff who do not deliver. */
  driver: z.object({ id: smallId, status }).nullable(),
  /** True if sign-in is refused. */
  disabled: z.boolean(),
  /** True until the user replaces a password that another user has set. */
  must_change_password: z.boolean(),
  /** The person's share of the shop's cash, also for disabled staff. */
  cash: z.object({ cash_on_hand_fils: fils, waiting_fils: fils }),
  /** The number of orders neither delivered nor cancelled. */
  open_orders: z.number().int(),
  /** The numbers of the person's card machines. */
  card_machines: z.array(z.string()),
  /** Unsent commands on the person's devices, by their last report. */
  unsent: unsentCash,
  /** The last use of a session or the last device report; null if the person never signed in. */
  last_seen_at: instant.nullable(),
  /** The number of active sessions. */
  sessions: z.number().int(),
});

/** Sorted by name, disabled staff last. */
export const response = z.object({ staff: z.array(staffRow) });

export type StaffRow = z.infer<typeof staffRow>;
