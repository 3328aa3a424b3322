import { z } from '@hono/zod-openapi';
import { RECORDED_TENDERS } from '../../rules/orders/takings.ts';
import { isCalendarDay } from '../../rules/reports/report-period.ts';
import { MOVEMENT_REASONS } from '../../rules/reports/reports.ts';
import { cashHolder } from '../../schemas/cash-records.ts';
import { fils, instant, uuid } from '../../schemas/fields.ts';

const day = z.string().refine(isCalendarDay, { message: 'must be a date that exists' });

export const query = z.object({
  user_id: uuid,
  /** A date in the shop's time zone, independent of the client's. */
  day,
});

/** A count and its sum; the sum is negative for cash movements in which the driver gave cash. */
const counted = z.object({ count: z.number().int().min(0), amount_fils: fils });

const otherMovement = z.object({
  id: uuid,
  reason: z.enum(MOVEMENT_REASONS),
  /** Negative if the driver gave cash. */
  amount_fils: fils,
  with: cashHolder,
  /** A reference, or the reason of an adjustment. */
  source: z.string().nullable(),
  recorded_at: instant,
});

const handover = z.object({
  id: uuid,
  handover_type: z.enum(['start', 'end', 'drop', 'collection']),
  reference: z.string(),
  amount_fils: fils,
  /** The received amount minus the booked balance; null except for an end of day. */
  difference_fils: fils.nullable(),
  with_name: z.string(),
  card_machine: z.string().nullable(),
  voided: z.boolean(),
  completed_at: instant,
});

const delivery = z.object({
  id: uuid,
  order_id: uuid,
  order_number: z.string(),
  delivered_at: instant,
  tender: z.enum(RECORDED_TENDERS).nullable(),
  collected_fils: fils,
  /** By link or transfer. */
  pending_fils: fils,
  /** Owed after it; negative if too much was taken. */
  owed_fils: fils,
  /** True if the customer did not take all goods. */
  partial: z.boolean(),
  /** True if recorded more than an hour after the delivery. */
  late: z.boolean(),
});

/**
 * The cash of one driver over one business day, by the time of recording. `closing_fils` is the sum of
 * `opening_fils`, `given`, `taken`, `paid_later`, `corrected`, `spent`, `handed_in`, `collected` and `other`.
 * Lists are limited; counts and amounts cover all records.
 */
export const response = z.object({
  shop_name: z.string(),
  time_zone: z.string(),
  starts_at: instant,
  ends_at: instant,
  day,
  user_id: uuid,
  driver_name: z.string(),
  opening_fils: fils,
  /** Cash given to the driver at starts of day. */
  given: counted,
  /** Cash collected at deliveries. */
  taken: counted,
  /** Cash of payments after a delivery. */
  paid_later: counted,
  /** The net sum of corrections of deliveries. */
  corrected: counted,
  /** Approved expenses. */
  spent: counted,
  /** Cash received from the driver at ends of day, and during the day. */
  handed_in: counted,
  /** Cash collected from the driver by managers. */
  collected: counted,
  /** The net sum of all other movements. */
  other: counted,
  /** The movements of `paid_later`, `corrected`, `spent` and `other`. */
  others: z.array(otherMovement),
  closing_fils: fils,
  /** The sum over all valid ends of day; null if there is none. */
  difference_fils: fils.nullable(),
  /** The number of handovers that the driver took part in. */
  handed: z.number().int().min(0),
  handovers: z.array(handover),
  /**
   * The deliveries recorded on this day, as first recorded, by tender. One with two tenders counts by both;
   * `none` are those without any.
   */
  delivered: z.object({
    cash: counted,
    card_machine: counted,
    /** By link or transfer. */
    pending: counted,
    none: counted,
    all: counted,
  }),
  deliveries: z.array(delivery),
  /** The deliveries among them that were made on an earlier day. */
  from_before: counted,
  /** Deliveries made on this day and recorded on a later one, which counts them. */
  recorded_later: counted,
});

export type DriverDayQuery = z.infer<typeof query>;
export type DriverDay = z.infer<typeof response>;
