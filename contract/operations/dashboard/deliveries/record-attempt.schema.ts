import { z } from '@hono/zod-openapi';
import { ATTEMPT_CONFLICTS, ATTEMPT_NOTE_MAX } from '../../../rules/orders/attempts.ts';
import { ORDER_STATUSES } from '../../../rules/orders/order-life.ts';
import { nextTime, reasonKey } from '../../../schemas/attempts.ts';
import { filledText, instant, uuid } from '../../../schemas/fields.ts';
import { deviceClock, pinnedFile } from '../../../schemas/signing.ts';

export const body = z.object({
  /** Generated on the device, so that an attempt that is not sent yet can be undone. */
  attempt_id: uuid,
  order_id: uuid,
  reason: reasonKey,
  note: filledText(ATTEMPT_NOTE_MAX).nullable(),
  photo: pinnedFile.nullable(),
  /** The time that the customer asked for. */
  next: nextTime.nullable(),
  /** The phone's position; null if the shop does not record it, or the phone does not know it. */
  position: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy_m: z.number().int().min(0).max(10_000_000),
    })
    .nullable(),
  ...deviceClock,
});

export const orderAfterAttempt = z.object({
  id: uuid,
  order_number: z.string(),
  status: z.enum(ORDER_STATUSES),
});

export const response = z.object({
  attempt_id: uuid,
  /** The number of the order's attempts so far, undone ones included. */
  number: z.number().int(),
  outcome: z.enum(['recorded', 'recorded_with_conflict']),
  conflict: z.enum(ATTEMPT_CONFLICTS).nullable(),
  order: orderAfterAttempt,
  occurred_at: instant,
});

export type RecordAttempt = z.infer<typeof body>;
export type AttemptRecorded = z.infer<typeof response>;
