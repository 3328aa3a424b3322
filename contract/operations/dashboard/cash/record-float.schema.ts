import { z } from '@hono/zod-openapi';
import { amountFils, filledText, fils, instant, uuid } from '../../../schemas/fields.ts';
import { FLOAT_DIRECTIONS } from '../../../schemas/floats.ts';
import { deviceClock, pinnedFile, signature } from '../../../schemas/signing.ts';

/**
 * Cash from the safe to an admin, or back to the safe. An admin or a manager records it and names the other.
 */
export const body = z.object({
  /** `FL-<ms>`, generated on the device. */
  reference: filledText(40),
  direction: z.enum(FLOAT_DIRECTIONS),
  /** The manager if an admin records the float, the admin if a manager does. */
  with_user_id: uuid,
  /** Above 0. */
  amount_fils: amountFils,
  admin_signature: signature,
  manager_signature: signature,
  receipt: pinnedFile,
  ...deviceClock,
});

export const response = z.object({
  id: uuid,
  reference: z.string(),
  direction: z.enum(FLOAT_DIRECTIONS),
  amount_fils: fils,
  admin_id: uuid,
  admin_name: z.string(),
  /** The admin's cash, pending movements included. */
  admin_total_fils: fils,
  completed_at: instant,
});

export type RecordFloat = z.infer<typeof body>;
export type FloatRecorded = z.infer<typeof response>;
export type FloatDirection = RecordFloat['direction'];
