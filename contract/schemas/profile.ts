import { z } from '@hono/zod-openapi';
import { fils, smallId, uuid } from './fields.ts';

export const profile = z.object({
  id: uuid,
  full_name: z.string(),
  /** Driver, Manager, Admin, any other text, or null. */
  role: z.string().nullable(),
  shop_id: smallId,
  shop: z.object({ id: smallId, name: z.string(), time_zone: z.string() }),
  /** Somebody else has set the password; everything else is refused until it was changed. */
  must_change_password: z.boolean(),
  driver: z.object({ id: smallId, status: z.enum(['available', 'delivering', 'off_duty']) }).nullable(),
});

export const statistics = z.object({
  /** Posted movements; null when the balance cannot be read, never an invented zero. */
  cash_on_hand_fils: fils.nullable(),
  /** Recorded but not yet posted; shown as waiting. */
  waiting_fils: fils,
  /** Received from customers today, net (ruling A10). */
  cash_collected_fils: fils,
  deliveries_today: z.number().int(),
  pending_deliveries: z.number().int(),
});

export const cashInitialised = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  new_total_fils: fils.nullable(),
});

export type Profile = z.infer<typeof profile>;
export type Statistics = z.infer<typeof statistics>;
