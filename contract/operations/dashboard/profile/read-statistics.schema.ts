import { z } from '@hono/zod-openapi';
import { fils } from '../../../schemas/fields.ts';

export const response = z.object({
  /** Posted movements; null, never 0, if the balance cannot be read. */
  cash_on_hand_fils: fils.nullable(),
  /** Pending movements. */
  waiting_fils: fils,
  /** Received from customers today, net. */
  cash_collected_fils: fils,
  deliveries_today: z.number().int(),
  pending_deliveries: z.number().int(),
  /** The cash above which the user is asked to hand some in; null without a ceiling or a driver record. */
  ceiling_fils: fils.nullable(),
});

export type Statistics = z.infer<typeof response>;
