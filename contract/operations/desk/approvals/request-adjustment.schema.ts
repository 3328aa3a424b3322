import { z } from '@hono/zod-openapi';
import { MAX_AMOUNT_FILS } from '../../../rules/amounts/money.ts';
import { approvalRequested } from '../../../schemas/approvals.ts';
import { filledText, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  user_id: uuid,
  /** Not 0; negative if the person has less than recorded. */
  amount_fils: z.number().int().min(-MAX_AMOUNT_FILS).max(MAX_AMOUNT_FILS),
  reason: filledText(500),
});

export const response = approvalRequested;

export type RequestAdjustment = z.infer<typeof body>;
