import { z } from '@hono/zod-openapi';
import { DELIVERY_CONFLICTS } from '../../rules/orders/delivery-conflicts.ts';
import { RECORDED_TENDERS } from '../../rules/orders/takings.ts';
import { isCalendarDay } from '../../rules/reports/report-period.ts';
import { deliveryFacts, listedCorrection } from '../../schemas/corrections.ts';
import { fils, instant, uuid } from '../../schemas/fields.ts';
import { pinnedFile } from '../../schemas/signing.ts';

export const OWN_CHANGES = ['payment', 'correction', 'expense'] as const;

const day = z.string().refine(isCalendarDay, { message: 'must be a date that exists' });

export const query = z.object({
  /** Returns only earlier days: the previous page's `next_before`. Default: the newest days. */
  before: day.optional(),
});

const ownDelivery = z.object({
  id: uuid,
  order_number: z.string(),
  /** The customer's name as entered for the delivery; null once erased. */
  customer_name: z.string().nullable(),
  /** The time of delivery, which belongs to this business day. */
  delivered_at: instant,
  recorded_at: instant,
  tender: z.enum(RECORDED_TENDERS).nullable(),
  collected_fils: fils,
  /** The cash part of the collected amount. */
  cash_fils: fils,
  /** By link or transfer. Absent, as the next two, in responses of older servers. */
  pending_fils: fils.optional(),
  /** Owed after the delivery; negative if too much was taken. */
  owed_fils: fils.optional(),
  /** True if the customer did not take all goods. */
  partial: z.boolean().optional(),
  /** The change that the delivery conflicts with. */
  conflict: z.enum(DELIVERY_CONFLICTS).nullable(),
  /** Null once erased. */
  photo: pinnedFile.nullable(),
  note: pinnedFile.nullable(),
  /** The facts that a correction of the delivery needs; absent in responses of older servers. */
  correctable: z
    .object({
      order_id: uuid,
      /** The command of the delivery. */
      command_id: uuid,
      /** The facts as recorded at first. */
      facts: deliveryFacts,
      corrections: z.array(listedCorrection),
      /** True if cash was handed in since: each correction then needs an approval. */
      handed_in: z.boolean(),
    })
    .optional(),
});

const ownHandover = z.object({
  id: uuid,
  handover_type: z.enum(['start', 'end', 'drop', 'collection']),
  /** Null for a collection. */
  handover_reference: z.string().nullable(),
  /** Given to the driver at a start of day, otherwise received from the driver. */
  amount_fils: fils,
  /** The received amount minus the amount held; null except for an end of day. */
  difference_fils: fils.nullable(),
  /** The other party: an admin or manager. */
  with_name: z.string(),
  card_machine: z.boolean(),
  card_machine_number: z.string().nullable(),
  completed_at: instant,
  /** True if it was voided: it is listed, but not part of the sums. */
  voided: z.boolean(),
  receipt: pinnedFile.nullable(),
});

/** A later payment, the difference of a correction, or an approved expense. */
const ownChange = z.object({
  id: uuid,
  kind: z.enum(OWN_CHANGES),
  /** Null for an expense. */
  order_number: z.string().nullable(),
  /** The kind of an expense; null for other rows. */
  expense_kind: z.string().nullable(),
  /** The change of the driver's cash: negative for an expense, and for a correction to less cash. */
  cash_fils: fils,
  /** By card machine, link or transfer. */
  other_fils: fils,
  /** The time of a payment; of a correction and an expense, the time of recording. */
  at: instant,
});

/** The sums over the rows of the day that were not voided. */
const daySums = z.object({
  deliveries: z.number().int(),
  conflicts: z.number().int(),
  cash_fils: fils,
  card_fils: fils,
  /** The cash of later payments, of corrections, and of expenses. Absent in responses of older servers. */
  changed_fils: fils.optional(),
  /** Given to the driver at starts of day. */
  received_fils: fils,
  /** Received from the driver at ends of day, during the day and by collections. */
  handed_over_fils: fils,
  /** The sum over all ends of day; null if there is none. */
  difference_fils: fils.nullable(),
});

const ownDay = z.object({
  day,
  sums: daySums,
  /** Deliveries and handovers are listed newest first. */
  deliveries: z.array(ownDelivery),
  handovers: z.array(ownHandover),
  /** Newest first. Absent in responses of older servers. */
  changes: z.array(ownChange).optional(),
});

/** The business days with records, newest first. */
export const response = z.object({
  /** The first day of the available history. */
  first_day: day,
  days: z.array(ownDay),
  /** The `before` parameter of the next page; null on the last page. */
  next_before: day.nullable(),
});

export type OwnHistory = z.infer<typeof response>;
export type OwnDay = z.infer<typeof ownDay>;
export type OwnDelivery = z.infer<typeof ownDelivery>;
export type OwnHandover = z.infer<typeof ownHandover>;
export type OwnChange = z.infer<typeof ownChange>;
export type DaySums = z.infer<typeof daySums>;
