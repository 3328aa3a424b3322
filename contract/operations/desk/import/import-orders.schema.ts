import { z } from '@hono/zod-openapi';
import { importBatch, line } from '../../../schemas/imports.ts';

export const body = importBatch;

/** What was written, and of the others which they are: without what their cells say, since this is kept. */
export const answer = z.object({
  imported: z.number().int(),
  same: z.number().int(),
  others: z.array(
    z.object({
      line,
      order_number: z.string(),
      fate: z.enum(['differs', 'bad', 'left_out']),
      columns: z.array(z.string()),
    }),
  ),
});
