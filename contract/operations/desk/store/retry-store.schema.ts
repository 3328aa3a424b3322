import { z } from '@hono/zod-openapi';
import { filledText } from '../../../schemas/fields.ts';

export const body = z.object({ order_number: filledText(200).nullable() });

export const response = z.object({
  fulfilments: z.number().int(),
  webhooks: z.number().int(),
  payments: z.number().int(),
});
