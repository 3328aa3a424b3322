import { z } from '@hono/zod-openapi';
import { fils } from '../../../schemas/fields.ts';

export const response = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  new_total_fils: fils.nullable(),
});
