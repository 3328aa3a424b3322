import { z } from '@hono/zod-openapi';
import { CORRECTION_STATES } from '../rules/orders/corrections.ts';
import { RECORDED_TENDERS } from '../rules/orders/takings.ts';
import { filledText, fils, instant, sha256, uuid } from './fields.ts';
import { deviceClock, pinnedFile } from './signing.ts';
import { SHORT_REASON_MAX, taken } from './takings.ts';

/** The facts of a delivery as a correction leaves them. */
export const correction = {
  order_id: uuid,
  /** The number of the delivery's corrections that the form has seen, plus 1. */
  number: z.number().int().min(1).max(10_000),
  customer_name: filledText(200),
  taken,
  /** The part of the due cash that no coin can pay. */
  rounding_fils: z.number().int().min(0).max(24),
  /** Why less than the amount due was taken. */
  short_reason: filledText(SHORT_REASON_MAX).nullable(),
  /** A photo added to the first one. */
  photo: pinnedFile.nullable(),
  /** States what was corrected. */
  document: pinnedFile,
  ...deviceClock,
};

/** The facts of a delivery after one of its corrections, or before all of them. */
export const deliveryFacts = z.object({
  /** Null once erased. */
  customer_name: z.string().nullable(),
  tender: z.enum(RECORDED_TENDERS).nullable(),
  /** Cash and card. */
  collected_fils: fils,
  cash_fils: fils,
  /** The amount that was due for the goods that were taken. */
  due_fils: fils,
  rounding_fils: fils,
  link_fils: fils,
  link_reference: z.string().nullable(),
  transfer_fils: fils,
  transfer_reference: z.string().nullable(),
  short_reason: z.string().nullable(),
});
export type DeliveryFacts = z.infer<typeof deliveryFacts>;

const proof = z.object({ bucket: z.literal('order-deliveries'), path: z.string(), sha256 });

/** A correction that is recorded, or a request for one. */
export const listedCorrection = z.object({
  id: uuid,
  number: z.number().int(),
  state: z.enum(CORRECTION_STATES),
  facts: deliveryFacts,
  /** The Manager's reason; null for a driver's own correction. */
  reason: z.string().nullable(),
  by: z.string(),
  /** The user who approved or refused the request; null without one, and while it is pending. */
  decided_by: z.string().nullable(),
  /**
   * The difference that was booked because the cash had been handed over; negative if the person was short.
   */
  difference_fils: fils,
  recorded_at: instant,
  /** Null once erased, and without a photo. */
  photo: proof.nullable(),
  document: proof.nullable(),
});
export type ListedCorrection = z.infer<typeof listedCorrection>;
