import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { email, full_name, role, staffChanged } from '../../../schemas/staff.ts';

export const answer = staffChanged;

/** Fields that are absent stay as they are. */
export const body = z.object({
  staff_id: uuid,
  email: email.optional(),
  full_name: full_name.optional(),
  role: role.optional(),
  /** A Manager who delivers from now on. */
  driver: z.literal(true).optional(),
});
