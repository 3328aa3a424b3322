import { z } from '@hono/zod-openapi';
import { fils, uuid } from '../../schemas/fields.ts';
import { chartQuery } from '../../schemas/report-charts.ts';

export const query = chartQuery;

/** The distance between the points of a long period. Weeks end on Sunday. */
export const CHART_STEPS = ['day', 'week', 'month', 'quarter'] as const;

export const response = z.object({
  time_zone: z.string(),
  step: z.enum(CHART_STEPS),
  /**
   * The days at whose end the balances are computed; the last day of the period, or today, is one of them.
   */
  days: z.array(z.iso.date()),
  /** All people who held cash at one of these points, by name. */
  holders: z.array(
    z.object({
      user_id: uuid,
      full_name: z.string(),
      role: z.string().nullable(),
      /** The balance at the end of each of the days. */
      closing_fils: z.array(fils),
    }),
  ),
});

export type HeldOverTime = z.infer<typeof response>;
export type ChartStep = (typeof CHART_STEPS)[number];
