import { z } from '@hono/zod-openapi';
import { WRITE_OFF_GROUNDS } from '../../../rules/differences.ts';
import { approvalRequested } from '../../../schemas/approvals.ts';
import { amountFils, filledText, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  difference_id: uuid,
  /** Above 0, at most what is open. */
  amount_fils: amountFils,
  /** `salary` is possible for shortages only. */
  ground: z.enum(WRITE_OFF_GROUNDS),
  reason: filledText(500),
});

export const response = approvalRequested;

export type RequestWriteOff = z.infer<typeof body>;
