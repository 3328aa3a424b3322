import { z } from '@hono/zod-openapi';
import { approvalRequested } from '../../../schemas/approvals.ts';
import { amountFils, filledText, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  order_id: uuid,
  /** Above 0, at most what is owed. */
  amount_fils: amountFils,
  reason: filledText(500),
});

export const response = approvalRequested;

export type RequestWaiver = z.infer<typeof body>;
