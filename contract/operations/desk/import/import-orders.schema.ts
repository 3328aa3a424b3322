import { z } from '@hono/zod-openapi';
import { importBatch, line } from '../../../schemas/imports.ts';

export const body = importBatch;

/** The imported orders, and the outcome of the others without their cells, since the reply is stored. */
export const response = z.object({
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
