import { z } from '@hono/zod-openapi';
import { text } from '../../../schemas/fields.ts';
import { importRemembered, method } from '../../../schemas/imports.ts';

export const response = importRemembered;

export const body = z.object({
  methods: z.array(z.object({ word: text(200), method })).max(50),
});
