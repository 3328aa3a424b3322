import { z } from '@hono/zod-openapi';
import { fils, instant } from '../../../schemas/fields.ts';
import { reportQuery } from '../../../schemas/reports.ts';

export const query = reportQuery;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Under the ids of the report's columns, and beside them what a row leads to: `order_id`, `user_id` … */
export const reportRow = z.record(z.string(), cell);

export const answer = z.object({
  time_zone: z.string(),
  /** When the period begins, and when the next one would. */
  starts_at: instant,
  ends_at: instant,
  /** Each with its `id`. */
  rows: z.array(reportRow),
  /** The next page's `after`; null: there is none. */
  next: z.string().nullable(),
  /** Totals of the whole period, with the first page only. */
  totals: z
    .object({
      rows: z.number().int().min(0),
      /** The number of rows that were recorded more than an hour after they happened. */
      late: z.number().int().min(0),
      /** Under the ids of the columns that are added up. */
      sums: z.record(z.string(), fils),
    })
    .nullable(),
});

export type ReportAnswer = z.infer<typeof answer>;
export type ReportRow = z.infer<typeof reportRow>;
export type ReportTotals = NonNullable<ReportAnswer['totals']>;
