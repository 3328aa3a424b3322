import { z } from '@hono/zod-openapi';
import { fils, uuid } from '../../schemas/fields.ts';
import { chartQuery } from '../../schemas/report-charts.ts';

export const query = chartQuery;

/** How far the points of a long period are apart. Weeks end on Sunday. */
export const CHART_STEPS = ['day', 'week', 'month', 'quarter'] as const;

export const answer = z.object({
  time_zone: z.string(),
  step: z.enum(CHART_STEPS),
  /** The days at whose end it was held, the last of the period or today among them. */
  days: z.array(z.iso.date()),
  /** Whoever held something at one of them, by name. */
  holders: z.array(
    z.object({
      user_id: uuid,
      full_name: z.string(),
      role: z.string().nullable(),
      /** At the end of each of the days. */
      closing_fils: z.array(fils),
    }),
  ),
});

export type HeldOverTime = z.infer<typeof answer>;
export type ChartStep = (typeof CHART_STEPS)[number];
