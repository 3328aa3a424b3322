import { z } from '@hono/zod-openapi';
import { approvalRequested } from '../../../schemas/approvals.ts';
import { filledText, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  order_id: uuid,
  /** Why the customer does not pay. */
  reason: filledText(500),
});

export const response = approvalRequested;

export type RequestUnpaidDelivery = z.infer<typeof body>;
