import { z } from '@hono/zod-openapi';
import { amountFils, filledText, fils, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  difference_id: uuid,
  /** 0 withdraws the proposal. */
  amount_fils: amountFils,
  reason: filledText(500).nullable(),
});

export const response = z.object({ difference_id: uuid, amount_fils: fils });

export type ProposeSalary = z.infer<typeof body>;
