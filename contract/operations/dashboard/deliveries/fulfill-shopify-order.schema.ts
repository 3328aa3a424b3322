import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';

export const body = z.object({ order_id: uuid });

export const response = z.object({
  success: z.boolean(),
  status: z.enum(['not_connected', 'waiting', 'done', 'failed']),
  warning: z.string().optional(),
});
