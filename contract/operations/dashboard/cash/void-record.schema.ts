import { z } from '@hono/zod-openapi';
import { VOIDABLE_RECORDS } from '../../../rules/approvals.ts';
import { filledText, instant, uuid } from '../../../schemas/fields.ts';
import { deviceClock, pinnedFile, signature } from '../../../schemas/signing.ts';

/**
 * With a second signature, by a signer of the record, the void takes effect. Without one, the actor is a
 * signer and requests the approval of another Manager or Admin.
 */
export const body = z.object({
  /** `VD-<ms>`, generated on the device. */
  reference: filledText(40),
  record_type: z.enum(VOIDABLE_RECORDS),
  record_id: uuid,
  reason: filledText(500),
  own_signature: signature,
  other: z.object({ user_id: uuid, signature }).nullable(),
  receipt: pinnedFile,
  ...deviceClock,
});

export const response = z.object({
  /** The id of the void, which an approval keeps. */
  id: uuid,
  reference: z.string(),
  /** Null if the record is void now. */
  approval_id: uuid.nullable(),
  completed_at: instant,
});

export type VoidRecord = z.infer<typeof body>;
export type RecordVoided = z.infer<typeof response>;
