import { z } from '@hono/zod-openapi';
import { SORT_WAYS } from '../rules/orders/desk-orders.ts';
import { TENDERS } from '../rules/orders/tender.ts';
import { isCalendarDay, periodFault } from '../rules/reports/report-period.ts';
import {
  BEYOND_STAFF,
  CASH_FLOWS,
  DAY_HANDOVER_TYPES,
  MOVEMENT_REASONS,
  REPORT_NAMES,
  type ReportFilter,
} from '../rules/reports/reports.ts';
import { uuid } from './fields.ts';

const day = z.string().refine(isCalendarDay, { message: 'must be a date that exists' });

/** What narrows a report. A report takes the filters it names and refuses others. */
export const reportFilters = {
  /** Who had part in it, as giver or taker. */
  user_id: uuid.optional(),
  tender: z.enum([...TENDERS, 'none']).optional(),
  reason: z.enum(MOVEMENT_REASONS).optional(),
  beyond: z.enum(BEYOND_STAFF).optional(),
  /** Only what came, or what went. */
  flow: z.enum(CASH_FLOWS).optional(),
  handover_type: z.enum(DAY_HANDOVER_TYPES).optional(),
  /** Only what differs. */
  differs: z.literal('yes').optional(),
  /** Only what was recorded long after it happened. */
  late: z.literal('yes').optional(),
} satisfies Record<ReportFilter, z.ZodType>;

const FAULTS = {
  to_before_from: 'must not be before from',
  too_long: 'must be less than 10 years after from',
};

/** Days of the shop's time zone, both included, whatever zone whoever asks is in. */
export const reportPeriod = z.object({ from: day, to: day });

export function admitPeriod(period: { from: string; to: string }, context: z.RefinementCtx): void {
  const fault = periodFault(period);
  // Of a date that is none its own field tells.
  if (fault && fault !== 'not_a_date')
    context.addIssue({ code: 'custom', path: ['to'], message: FAULTS[fault] });
}

export const reportQuery = reportPeriod
  .extend({
    report: z.enum(REPORT_NAMES as [(typeof REPORT_NAMES)[number], ...typeof REPORT_NAMES]),
    ...reportFilters,
    /** `down`: the newest first. */
    way: z.enum(SORT_WAYS).default('down'),
    /** The `id` of the last row already shown; answers those behind it. */
    after: z
      .string()
      .regex(/^[\w.:-]{1,60}$/)
      .optional(),
  })
  .superRefine(admitPeriod);

export type ReportQuery = z.infer<typeof reportQuery>;
