import { z } from '@hono/zod-openapi';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules/passwords.ts';
import { text } from './fields.ts';

export const changePassword = z.object({
  current_password: text(MAX_PASSWORD_LENGTH).min(1),
  new_password: text(MAX_PASSWORD_LENGTH).min(MIN_PASSWORD_LENGTH),
});

export const passwordChanged = z.object({ changed: z.literal(true) });
