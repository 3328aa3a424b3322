import { z } from '@hono/zod-openapi';
import { fils, instant } from '../../../schemas/fields.ts';
import { reportQuery } from '../../../schemas/reports.ts';

export const query = reportQuery;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Values by the ids of the report's columns, and ids that a row links to: `order_id`, `user_id` … */
export const reportRow = z.record(z.string(), cell);

export const response = z.object({
  time_zone: z.string(),
  /** The first instant of the period, and the first instant after it. */
  starts_at: instant,
  ends_at: instant,
  /** The rows, each with its `id`. */
  rows: z.array(reportRow),
  /** The `after` parameter of the next page; null on the last page. */
  next: z.string().nullable(),
  /** Totals of the whole period, with the first page only. */
  totals: z
    .object({
      rows: z.number().int().min(0),
      /** The number of rows recorded more than an hour after they happened. */
      late: z.number().int().min(0),
      /** Sums by the ids of the summed columns. */
      sums: z.record(z.string(), fils),
    })
    .nullable(),
});

export type ReportResponse = z.infer<typeof response>;
export type ReportRow = z.infer<typeof reportRow>;
export type ReportTotals = NonNullable<ReportResponse['totals']>;
