import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';

export const params = z.object({ session_id: uuid });

export const response = z.object({ ended: z.literal(true) });
