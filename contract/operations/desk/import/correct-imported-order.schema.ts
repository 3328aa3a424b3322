import { z } from '@hono/zod-openapi';
import { read, rows } from '../../../schemas/imports.ts';

export const body = z.object({
  ...read,
  order: rows,
  /**
   * The order's version in the preview. The order stays unchanged if the version differs or is missing (older
   * clients).
   */
  seen_version: z.number().int().min(1).max(2_147_483_647).optional(),
});

export const response = z.object({
  outcome: z.enum(['updated', 'same', 'new', 'left', 'changed_since', 'bad', 'left_out']),
  columns: z.array(z.string()),
});
