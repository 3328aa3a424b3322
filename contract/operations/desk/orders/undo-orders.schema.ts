import { z } from '@hono/zod-openapi';
import { ordersDone } from '../../../schemas/desk-orders.ts';
import { uuid } from '../../../schemas/fields.ts';

export const answer = ordersDone;

/** The key under which the orders were changed. */
export const body = z.object({ command_id: uuid });
