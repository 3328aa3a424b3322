import { z } from '@hono/zod-openapi';
import { ROLES } from '../rules/roles.ts';
import { filledText, uuid } from './fields.ts';

export const status = z.enum(['available', 'delivering', 'off_duty']);

export const email = filledText(254);

export const full_name = filledText(200);

export const role = z.enum(ROLES);

/** Shown once, to be given to the user. */
export const oneTimePassword = z.string().nullable();

export const namedStaff = z.object({ staff_id: uuid });

export const staffChanged = namedStaff;
