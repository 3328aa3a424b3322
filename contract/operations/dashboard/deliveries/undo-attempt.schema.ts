import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { deviceClock } from '../../../schemas/signing.ts';
import { orderAfterAttempt } from './record-attempt.schema.ts';

export const body = z.object({
  /** Generated on the device. */
  undo_id: uuid,
  attempt_id: uuid,
  ...deviceClock,
});

export const response = z.object({
  /** `recorded_with_conflict`: the order has changed since the attempt and keeps its state. */
  outcome: z.enum(['undone', 'recorded_with_conflict']),
  order: orderAfterAttempt,
});

export type UndoAttempt = z.infer<typeof body>;
export type AttemptUndone = z.infer<typeof response>;
