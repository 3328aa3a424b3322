import { z } from '@hono/zod-openapi';
import { notTaken } from '../../../schemas/not-taken.ts';

/** Newest first; `total` counts those that are not listed too. */
export const answer = z.object({ orders: z.array(notTaken), total: z.number().int() });
