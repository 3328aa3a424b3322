import { z } from '@hono/zod-openapi';
import { layout, method } from '../../../schemas/imports.ts';

/** The shop's saved column layouts of lists, newest first. */
export const response = z.object({
  layouts: z.array(z.object({ header: z.array(z.string()), layout })),
  methods: z.array(z.object({ word: z.string(), method })),
});
