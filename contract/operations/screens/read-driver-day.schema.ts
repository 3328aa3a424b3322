import { z } from '@hono/zod-openapi';
import { TENDERS } from '../../rules/orders/tender.ts';
import { isCalendarDay } from '../../rules/reports/report-period.ts';
import { MOVEMENT_REASONS } from '../../rules/reports/reports.ts';
import { cashHolder } from '../../schemas/cash-records.ts';
import { fils, instant, uuid } from '../../schemas/fields.ts';

const day = z.string().refine(isCalendarDay, { message: 'must be a date that exists' });

export const query = z.object({
  user_id: uuid,
  /** A day of the shop's time zone, whatever zone whoever asks is in. */
  day,
});

/** How many of something, and what they come to; of cash movements below zero where the driver gave. */
const counted = z.object({ count: z.number().int().min(0), amount_fils: fils });

const otherMovement = z.object({
  id: uuid,
  reason: z.enum(MOVEMENT_REASONS),
  /** Below zero: the driver gave it. */
  amount_fils: fils,
  with: cashHolder,
  /** A reference, or the words of an adjustment. */
  source: z.string().nullable(),
  recorded_at: instant,
});

const handover = z.object({
  id: uuid,
  handover_type: z.enum(['start', 'end', 'collection']),
  reference: z.string(),
  amount_fils: fils,
  /** Received less what the book said; null but for an end of day. */
  difference_fils: fils.nullable(),
  with_name: z.string(),
  card_machine: z.string().nullable(),
  completed_at: instant,
});

const delivery = z.object({
  id: uuid,
  order_id: uuid,
  order_number: z.string(),
  delivered_at: instant,
  tender: z.enum(TENDERS).nullable(),
  collected_fils: fils,
  /** Recorded more than an hour after it was at the door. */
  late: z.boolean(),
});

/**
 * One driver's cash over one day of the shop, by what was recorded in it: `opening_fils` and all that is `given`, `taken`, `handed_in`, `collected` and `other` come to
 * `closing_fils`. Lists tell of the first so many; counts and amounts of all.
 */
export const answer = z.object({
  shop_name: z.string(),
  time_zone: z.string(),
  starts_at: instant,
  ends_at: instant,
  day,
  user_id: uuid,
  driver_name: z.string(),
  opening_fils: fils,
  /** To him at starts of day. */
  given: counted,
  /** In cash at doors. */
  taken: counted,
  /** From him at ends of day. */
  handed_in: counted,
  /** From him by managers. */
  collected: counted,
  /** Whatever else; net of what came and went. */
  other: counted,
  others: z.array(otherMovement),
  closing_fils: fils,
  /** Of all ends of day; null without one. */
  difference_fils: fils.nullable(),
  /** How many handovers he had part in. */
  handed: z.number().int().min(0),
  handovers: z.array(handover),
  /** Of the deliveries recorded that day, by what they were paid with. */
  delivered: z.object({ cash: counted, card_machine: counted, none: counted }),
  deliveries: z.array(delivery),
  /** Of them, those that were at the door on a day before. */
  from_before: counted,
  /** At the door that day, recorded on a later one, and told of there. */
  recorded_later: counted,
});

export type DriverDayQuery = z.infer<typeof query>;
export type DriverDay = z.infer<typeof answer>;
