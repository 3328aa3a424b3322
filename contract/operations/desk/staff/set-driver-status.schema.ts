import { z } from '@hono/zod-openapi';
import { namedStaff, status } from '../../../schemas/staff.ts';

/** `delivering` follows from the orders that are out (ruling B6). */
export const body = namedStaff.extend({ status: status.exclude(['delivering']) });

export const answer = z.object({ status });
