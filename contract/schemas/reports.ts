import { z } from '@hono/zod-openapi';
import { SORT_WAYS } from '../rules/orders/desk-orders.ts';
import { isCalendarDay, periodFault } from '../rules/reports/report-period.ts';
import {
  BEYOND_STAFF,
  CASH_FLOWS,
  DAY_HANDOVER_TYPES,
  MOVEMENT_REASONS,
  ORDER_CHANGES,
  REPORT_NAMES,
  REPORT_TENDERS,
  type ReportFilter,
  UNDONE_CHOICES,
} from '../rules/reports/reports.ts';
import { uuid } from './fields.ts';

const day = z.string().refine(isCalendarDay, { message: 'must be a date that exists' });

/** The filters of reports. Each report accepts the filters it lists and rejects others. */
export const reportFilters = {
  /** A person who gave or received. */
  user_id: uuid.optional(),
  tender: z.enum([...REPORT_TENDERS, 'none']).optional(),
  change: z.enum(ORDER_CHANGES).optional(),
  reason: z.enum(MOVEMENT_REASONS).optional(),
  beyond: z.enum(BEYOND_STAFF).optional(),
  /** Only incoming or only outgoing movements. */
  flow: z.enum(CASH_FLOWS).optional(),
  handover_type: z.enum(DAY_HANDOVER_TYPES).optional(),
  /** Only handovers with a difference. */
  differs: z.literal('yes').optional(),
  undone: z.enum(UNDONE_CHOICES).optional(),
  /** Only records made long after they happened. */
  late: z.literal('yes').optional(),
} satisfies Record<ReportFilter, z.ZodType>;

const FAULTS = {
  to_before_from: 'must not be before from',
  too_long: 'must be less than 10 years after from',
};

/** Dates in the shop's time zone, both included, independent of the client's time zone. */
export const reportPeriod = z.object({ from: day, to: day });

export function admitPeriod(period: { from: string; to: string }, context: z.RefinementCtx): void {
  const fault = periodFault(period);
  // An invalid date is reported by its own field.
  if (fault && fault !== 'not_a_date')
    context.addIssue({ code: 'custom', path: ['to'], message: FAULTS[fault] });
}

export const reportQuery = reportPeriod
  .extend({
    report: z.enum(REPORT_NAMES as [(typeof REPORT_NAMES)[number], ...typeof REPORT_NAMES]),
    ...reportFilters,
    /** `down` means descending: newest first. */
    way: z.enum(SORT_WAYS).default('down'),
    /** The `id` of the last row already shown; the rows after it are returned. */
    after: z
      .string()
      .regex(/^[\w.:-]{1,60}$/)
      .optional(),
  })
  .superRefine(admitPeriod);

export type ReportQuery = z.infer<typeof reportQuery>;
