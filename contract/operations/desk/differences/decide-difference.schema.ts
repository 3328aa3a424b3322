import { z } from '@hono/zod-openapi';
import { ACCOUNTS, DIFFERENCE_CHOICES } from '../../../rules/differences.ts';
import { amountFils, filledText, fils, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  handover_id: uuid,
  choice: z.enum(DIFFERENCE_CHOICES),
  /** The rest of the difference that the user saw. */
  bookable_fils: amountFils,
  /** Required if the person keeps it. */
  reason: filledText(500).nullable(),
});

export const response = z.object({
  handover_id: uuid,
  /** Null if nothing was booked. */
  difference_id: uuid.nullable(),
  account: z.enum(ACCOUNTS).nullable(),
  amount_fils: fils,
});

export type DecideDifference = z.infer<typeof body>;
export type DifferenceDecided = z.infer<typeof response>;
