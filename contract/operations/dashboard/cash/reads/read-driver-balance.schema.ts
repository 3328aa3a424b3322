import { z } from '@hono/zod-openapi';
import { unsentCash } from '../../../../schemas/devices.ts';
import { fils, smallId } from '../../../../schemas/fields.ts';

export const query = z.object({
  driver_id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(smallId)
    .openapi({ type: 'integer' }),
});

/** Screens, estimates and maxima use the sum of posted and pending cash. */
export const response = z.object({
  cash_on_hand_fils: fils,
  waiting_fils: fils,
  unsent: unsentCash,
  /** The driver's expenses that wait for approval; they do not reduce the cash yet. */
  expenses_fils: fils,
});

export type DriverBalance = z.infer<typeof response>;
