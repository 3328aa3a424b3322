import { z } from '@hono/zod-openapi';
import { read, rows } from '../../../schemas/imports.ts';

export const body = z.object({
  ...read,
  order: rows,
  /** The order's version in the preview: of another one nothing is changed. Without it, as a browser of before asks, the order is left. */
  seen_version: z.number().int().min(1).max(2_147_483_647).optional(),
});

export const answer = z.object({
  outcome: z.enum(['updated', 'same', 'new', 'left', 'changed_since', 'bad', 'left_out']),
  columns: z.array(z.string()),
});
