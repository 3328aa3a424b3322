import { z } from '@hono/zod-openapi';
import { notTaken } from '../../../schemas/not-taken.ts';

/** The import problems, newest first. `total` also counts those that are not listed. */
export const answer = z.object({ orders: z.array(notTaken), total: z.number().int() });
