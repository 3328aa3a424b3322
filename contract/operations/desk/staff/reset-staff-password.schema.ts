import { z } from '@hono/zod-openapi';
import { namedStaff, oneTimePassword } from '../../../schemas/staff.ts';

export const params = namedStaff;

export const response = z.object({ one_time_password: oneTimePassword });
