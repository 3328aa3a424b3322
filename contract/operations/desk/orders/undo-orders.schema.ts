import { z } from '@hono/zod-openapi';
import { ordersDone } from '../../../schemas/desk-orders.ts';
import { uuid } from '../../../schemas/fields.ts';

export const response = ordersDone;

/** The idempotency key of the command to undo. */
export const body = z.object({ command_id: uuid });
