import type { z } from '@hono/zod-openapi';
import { admitPeriod, reportFilters, reportPeriod } from './reports.ts';

/** The query of the charted report: its filters are accepted, others are rejected. */
export const chartQuery = reportPeriod.extend(reportFilters).superRefine(admitPeriod);

export type ChartQuery = z.infer<typeof chartQuery>;
