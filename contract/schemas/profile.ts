import { z } from '@hono/zod-openapi';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules/passwords.ts';
import { fils, instant, smallId, text, uuid } from './fields.ts';

export const profile = z.object({
  id: uuid,
  full_name: z.string(),
  /** Driver, Manager, Admin, any other text, or null. */
  role: z.string().nullable(),
  shop_id: smallId,
  shop: z.object({ id: smallId, name: z.string(), time_zone: z.string() }),
  /** Somebody else has set the password; everything else is refused until it was changed. */
  must_change_password: z.boolean(),
  /** By whom, null for the operator, and when: while a password that was reset is still to be changed. */
  password_reset: z.object({ by: z.string().nullable(), at: instant }).optional(),
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

export const changePassword = z.object({
  current_password: text(MAX_PASSWORD_LENGTH).min(1),
  new_password: text(MAX_PASSWORD_LENGTH).min(MIN_PASSWORD_LENGTH),
});

export const passwordChanged = z.object({ changed: z.literal(true) });

export const ownSessions = z.object({
  /** The one that asks first, then the newest used. */
  sessions: z.array(
    z.object({
      id: uuid,
      /** As people call it, `Chrome on Android`; null when its browser does not say. */
      device: z.string().nullable(),
      /** The one that asks. */
      current: z.boolean(),
      last_used_at: instant,
    }),
  ),
});

export const endSessionParams = z.object({ session_id: uuid });
export const sessionEnded = z.object({ ended: z.literal(true) });

export type Profile = z.infer<typeof profile>;
export type Statistics = z.infer<typeof statistics>;
export type OwnSession = z.infer<typeof ownSessions>['sessions'][number];
