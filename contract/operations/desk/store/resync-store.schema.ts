import { z } from '@hono/zod-openapi';
import { instant } from '../../../schemas/fields.ts';
import { nothing } from '../../../schemas/store.ts';

export const response = nothing;

export const body = z.object({
  /** No store is older. */
  since: instant.refine((value) => Date.parse(value) >= Date.UTC(2000, 0, 1), {
    message: 'must be after the year 2000',
  }),
});
