import type { z } from '@hono/zod-openapi';
import { admitPeriod, reportFilters, reportPeriod } from './reports.ts';

/** As the report that is drawn is asked for: it takes that report's filters, and refuses others. */
export const chartQuery = reportPeriod.extend(reportFilters).superRefine(admitPeriod);

export type ChartQuery = z.infer<typeof chartQuery>;
