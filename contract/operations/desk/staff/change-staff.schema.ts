import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { email, full_name, role, staffChanged } from '../../../schemas/staff.ts';

export const response = staffChanged;

/** Absent fields stay unchanged. */
export const body = z.object({
  staff_id: uuid,
  email: email.optional(),
  full_name: full_name.optional(),
  role: role.optional(),
  /** True for a Manager who also delivers from now on. */
  driver: z.literal(true).optional(),
});
