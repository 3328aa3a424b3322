import { z } from '@hono/zod-openapi';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../rules/sign-in/passwords.ts';
import { text } from '../../../schemas/fields.ts';

export const body = z.object({
  current_password: text(MAX_PASSWORD_LENGTH).min(1),
  new_password: text(MAX_PASSWORD_LENGTH).min(MIN_PASSWORD_LENGTH),
});

export const response = z.object({ changed: z.literal(true) });
