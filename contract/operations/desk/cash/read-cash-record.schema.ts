import { z } from '@hono/zod-openapi';
import { CASH_RECORD_KINDS } from '../../../rules/cash-records.ts';
import { DIFFERENCE_CHOICES, DIFFERENCE_OUTCOMES } from '../../../rules/differences.ts';
import { GOODS_OUTCOMES } from '../../../rules/orders/attempts.ts';
import { cashHolder, cashRecordQuery } from '../../../schemas/cash-records.ts';
import { fils, instant, sha256, uuid } from '../../../schemas/fields.ts';

export const query = cashRecordQuery;

/** A version of a file, in the form that a signed link is requested with. */
const kept = z.object({ bucket: z.enum(['cash-handovers', 'bank-deposits']), path: z.string(), sha256 });

const signed = z.object({
  /** The signer's part in the record. */
  as: z.enum(['driver', 'admin', 'manager', 'staff']),
  user_id: uuid,
  full_name: z.string(),
  /** The name printed under the signature. */
  signer: z.string(),
  /** True if the name was typed instead of drawn. */
  typed: z.boolean(),
  picture: kept,
});

const goodsDecision = z.object({
  order_id: uuid,
  order_number: z.string(),
  outcome: z.enum(GOODS_OUTCOMES),
  /** The person responsible for missing goods. */
  responsible: z.string().nullable(),
});

/** All data of one handover, collection, deposit or float. */
export const response = z.object({
  kind: z.enum(CASH_RECORD_KINDS),
  /** The subtype: start or end of day for a handover, the direction for a float. */
  type: z.enum(['start', 'end', 'drop', 'collection', 'deposit', 'issue', 'return']),
  id: uuid,
  reference: z.string(),
  /** 0 if only a card machine changed hands. */
  amount_fils: fils,
  from: cashHolder,
  to: cashHolder,
  /** True if the cash is pending. */
  waiting: z.boolean(),
  /** The amount handed over less the amount held; null except for an end of day. */
  difference_fils: fils.nullable(),
  card_machine: z.object({ number: z.string(), given: z.boolean(), received: z.boolean() }).nullable(),
  /** The decisions of an end of day about the goods that were still with the driver. */
  goods: z.array(goodsDecision),
  /** The date of the deposit at the bank, `2026-11-23`. */
  deposit_date: z.string().nullable(),
  notes: z.string().nullable(),
  /** The device's time, corrected by its clock offset. */
  occurred_at: instant,
  /** The server's time. */
  recorded_at: instant,
  recorded_by: z.string(),
  signatures: z.array(signed),
  /** Null for a collection. */
  receipt: kept.nullable(),
  /** The signed choice about the difference of an end of day, and its outcome. */
  difference_choice: z.enum(DIFFERENCE_CHOICES).nullable(),
  difference_outcome: z.enum(DIFFERENCE_OUTCOMES).nullable(),
  /** The void of this record; null if it is valid. */
  voided: z
    .object({
      reference: z.string(),
      reason: z.string(),
      /** The users who signed or approved it. */
      by: z.array(z.string()),
      recorded_at: instant,
      document: kept,
    })
    .nullable(),
  /** True while a request to void it is pending. */
  void_requested: z.boolean(),
  /** The picture of a deposit's bank slip. */
  slip: kept.nullable(),
});

export type CashRecord = z.infer<typeof response>;
export type CashSignature = CashRecord['signatures'][number];
