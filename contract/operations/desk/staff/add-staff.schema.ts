import { z } from '@hono/zod-openapi';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../rules/sign-in/passwords.ts';
import { text, uuid } from '../../../schemas/fields.ts';
import { email, full_name, oneTimePassword, role } from '../../../schemas/staff.ts';

export const body = z.object({
  /** Made by the client, which repeats a request without a response under it. */
  staff_id: uuid,
  email,
  full_name,
  role,
  /** A Manager who also delivers. */
  driver: z.boolean(),
  /** Left out, a one-time one is made. */
  password: text(MAX_PASSWORD_LENGTH).min(MIN_PASSWORD_LENGTH).optional(),
});

export const answer = z.object({ staff_id: uuid, one_time_password: oneTimePassword });
