import { z } from '@hono/zod-openapi';
import { DELIVERY_CONFLICTS } from '../../rules/orders/delivery-conflicts.ts';
import { TENDERS } from '../../rules/orders/tender.ts';
import { isCalendarDay } from '../../rules/reports/report-period.ts';
import { fils, instant, uuid } from '../../schemas/fields.ts';
import { pinnedFile } from '../../schemas/signing.ts';

const day = z.string().refine(isCalendarDay, { message: 'must be a date that exists' });

export const query = z.object({
  /** Only days before this one: the `next_before` of the page above; without, the newest ones. */
  before: day.optional(),
});

const ownDelivery = z.object({
  id: uuid,
  order_number: z.string(),
  /** Of whom confirmed at the door; null once it is erased. */
  customer_name: z.string().nullable(),
  /** When it was at the door; its day is this one's. */
  delivered_at: instant,
  recorded_at: instant,
  tender: z.enum(TENDERS).nullable(),
  collected_fils: fils,
  /** What of it the driver took in cash. */
  cash_fils: fils,
  /** What it met when it was recorded (ruling A9). */
  conflict: z.enum(DELIVERY_CONFLICTS).nullable(),
  /** Null once they are erased. */
  photo: pinnedFile.nullable(),
  note: pinnedFile.nullable(),
});

const ownHandover = z.object({
  id: uuid,
  handover_type: z.enum(['start', 'end', 'collection']),
  /** Null for a collection. */
  handover_reference: z.string().nullable(),
  /** To the driver at a start of day, from him otherwise. */
  amount_fils: fils,
  /** Received less what he held; null but for an end of day. */
  difference_fils: fils.nullable(),
  /** The admin or manager he did it with. */
  with_name: z.string(),
  card_machine: z.boolean(),
  card_machine_number: z.string().nullable(),
  completed_at: instant,
  receipt: pinnedFile.nullable(),
});

/** What the rows of the day come to. */
const daySums = z.object({
  deliveries: z.number().int(),
  conflicts: z.number().int(),
  cash_fils: fils,
  card_fils: fils,
  /** Given to him in the morning. */
  received_fils: fils,
  /** Taken from him at ends of day and by collections. */
  handed_over_fils: fils,
  /** Of all ends of day; null without one. */
  difference_fils: fils.nullable(),
});

const ownDay = z.object({
  day,
  sums: daySums,
  /** Both newest first. */
  deliveries: z.array(ownDelivery),
  handovers: z.array(ownHandover),
});

/** Days of the shop's time zone on which there was something, newest first. */
export const answer = z.object({
  /** The oldest day that is told of. */
  first_day: day,
  days: z.array(ownDay),
  /** What to ask for as `before`; null: there is nothing older. */
  next_before: day.nullable(),
});

export type OwnHistory = z.infer<typeof answer>;
export type OwnDay = z.infer<typeof ownDay>;
export type OwnDelivery = z.infer<typeof ownDelivery>;
export type OwnHandover = z.infer<typeof ownHandover>;
export type DaySums = z.infer<typeof daySums>;
