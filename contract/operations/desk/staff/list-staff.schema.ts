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
  /** Null for whoever does not deliver. */
  driver: z.object({ id: smallId, status }).nullable(),
  /** May not sign in. */
  disabled: z.boolean(),
  /** Has a password that somebody else has set, and no other yet. */
  must_change_password: z.boolean(),
  /** Their part of the shop's cash, disabled or not (ruling A7). */
  cash: z.object({ cash_on_hand_fils: fils, waiting_fils: fils }),
  /** Neither delivered nor cancelled. */
  open_orders: z.number().int(),
  /** The numbers of the card machines they have. */
  card_machines: z.array(z.string()),
  /** Unsent commands on devices, by their last report. */
  unsent: unsentCash,
  /** A session was used, or their phone told of itself; null for who never signed in. */
  last_seen_at: instant.nullable(),
  /** The number of live sessions. */
  sessions: z.number().int(),
});

/** Sorted by name, disabled staff last. */
export const answer = z.object({ staff: z.array(staffRow) });

export type StaffRow = z.infer<typeof staffRow>;
