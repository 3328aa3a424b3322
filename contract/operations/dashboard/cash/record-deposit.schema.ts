import { z } from '@hono/zod-openapi';
import { FIRST_DEPOSIT_DATE } from '../../../rules/dates/dates.ts';
import { cashUpdate } from '../../../schemas/deliveries.ts';
import { amountFils, filledText, fils, instant, text, uuid } from '../../../schemas/fields.ts';
import { deviceClock, pinnedFile, signature } from '../../../schemas/signing.ts';

export const body = z.object({
  /** `BD-<ms>`, generated on the device. */
  reference: filledText(40),
  /** Above 0. */
  amount_fils: amountFils,
  /** A date in the shop's time zone, at most today. */
  deposit_date: z.iso
    .date()
    .refine((day) => day >= FIRST_DEPOSIT_DATE, { message: 'must be in this century' }),
  /** Trimmed; null when empty. */
  notes: text(2_000).nullable(),
  receipt: pinnedFile,
  invoice_image: pinnedFile,
  manager_signature: signature,
  ...deviceClock,
});

export const response = z.object({
  id: uuid,
  reference: z.string(),
  amount_fils: fils,
  cash: cashUpdate,
  created_at: instant,
});

export type RecordDeposit = z.infer<typeof body>;
export type DepositRecorded = z.infer<typeof response>;
