import { z } from '@hono/zod-openapi';
import { namedStaff, status } from '../../../schemas/staff.ts';

/** `delivering` is derived from orders that are out for delivery. */
export const body = namedStaff.extend({ status: status.exclude(['delivering']) });

export const response = z.object({ status });
