import { z } from '@hono/zod-openapi';
import { instant, smallId, uuid } from '../../../schemas/fields.ts';

export const response = z.object({
  id: uuid,
  full_name: z.string(),
  /** Driver, Manager, Admin, any other text, or null. */
  role: z.string().nullable(),
  shop_id: smallId,
  shop: z.object({ id: smallId, name: z.string(), time_zone: z.string() }),
  /** True if another user has set the password. All other operations are refused until it is changed. */
  must_change_password: z.boolean(),
  /**
   * The author (null for the operator) and the time of a password reset that the user has not replaced yet.
   */
  password_reset: z.object({ by: z.string().nullable(), at: instant }).optional(),
  driver: z.object({ id: smallId, status: z.enum(['available', 'delivering', 'off_duty']) }).nullable(),
});

export type Profile = z.infer<typeof response>;
