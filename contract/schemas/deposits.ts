import { z } from '@hono/zod-openapi';
import { FIRST_DEPOSIT_DATE } from '../rules/dates.ts';
import { cashUpdate } from './deliveries.ts';
import { amountFils, filledText, fils, instant, smallId, text, uuid } from './fields.ts';
import { deviceClock, pinnedFile, signature } from './signing.ts';

export const recordDeposit = z.object({
  /** `BD-<ms>`, made on the device. */
  reference: filledText(40),
  /** Above 0. */
  amount_fils: amountFils,
  /** A day of the shop's time zone, not after today. */
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

export const depositRecorded = z.object({
  id: uuid,
  reference: z.string(),
  amount_fils: fils,
  cash: cashUpdate,
  created_at: instant,
});

export const depositsQuery = z.object({
  /** The id of the last deposit already shown; answers the ones before it. */
  before: uuid.optional(),
});

export const deposit = z.object({
  id: uuid,
  reference: z.string(),
  shop_id: smallId,
  manager_id: uuid,
  manager_name: z.string(),
  amount_fils: fils,
  deposit_date: z.iso.date(),
  notes: z.string().nullable(),
  /** Whether the movement still waits to be posted. */
  waiting: z.boolean(),
  document: pinnedFile.extend({ bucket: z.literal('bank-deposits') }).nullable(),
  created_at: instant,
});

/** Newest first, 50 a page. */
export const deposits = z.object({
  deposits: z.array(deposit),
  /** For the next page; null at the end. */
  next_before: uuid.nullable(),
  /** The manager's cash: a deposit above it needs a second look (ruling H1). */
  own_cash: z.object({ cash_on_hand_fils: fils.nullable(), waiting_fils: fils }),
  /** The usual amount of a deposit, see `usualAmount`. */
  usual_fils: fils.nullable(),
});

export type RecordDeposit = z.infer<typeof recordDeposit>;
export type DepositRecorded = z.infer<typeof depositRecorded>;
export type Deposit = z.infer<typeof deposit>;
export type Deposits = z.infer<typeof deposits>;
