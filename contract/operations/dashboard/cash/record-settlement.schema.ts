import { z } from '@hono/zod-openapi';
import { ACCOUNTS } from '../../../rules/differences.ts';
import { amountFils, filledText, fils, instant, uuid } from '../../../schemas/fields.ts';
import { deviceClock, pinnedFile, signature } from '../../../schemas/signing.ts';

/** The actor receives the payment of a shortage, or pays an over back. */
export const body = z.object({
  /** `ST-<ms>`, generated on the device. */
  reference: filledText(40),
  difference_id: uuid,
  /** Above 0, at most what is open. */
  amount_fils: amountFils,
  person_signature: signature,
  staff_signature: signature,
  receipt: pinnedFile,
  ...deviceClock,
});

export const response = z.object({
  id: uuid,
  reference: z.string(),
  difference_id: uuid,
  account: z.enum(ACCOUNTS),
  user_id: uuid,
  full_name: z.string(),
  amount_fils: fils,
  /** The open rest of the difference. */
  open_fils: fils,
  /** The actor's cash, pending movements included. */
  own_total_fils: fils,
  completed_at: instant,
});

export type RecordSettlement = z.infer<typeof body>;
export type SettlementRecorded = z.infer<typeof response>;
