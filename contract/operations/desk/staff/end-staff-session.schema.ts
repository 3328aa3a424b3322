import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { staffChanged } from '../../../schemas/staff.ts';

export const response = staffChanged;

export const body = z.object({ staff_id: uuid, session_id: uuid });
