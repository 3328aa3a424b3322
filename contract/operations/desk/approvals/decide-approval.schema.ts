import { z } from '@hono/zod-openapi';
import { APPROVAL_OUTCOMES } from '../../../rules/approvals.ts';
import { accountChange } from '../../../schemas/approvals.ts';
import { filledText, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  approval_id: uuid,
  outcome: z.enum(APPROVAL_OUTCOMES),
  reason: filledText(500).nullable(),
});

export const response = z.object({
  approval_id: uuid,
  outcome: z.enum(APPROVAL_OUTCOMES),
  /** Empty unless approved. */
  changes: z.array(accountChange),
});

export type DecideApproval = z.infer<typeof body>;
export type ApprovalDecided = z.infer<typeof response>;
