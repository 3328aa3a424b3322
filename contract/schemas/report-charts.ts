import { z } from '@hono/zod-openapi';
import { fils, uuid } from './fields.ts';
import { admitPeriod, reportFilters, reportPeriod } from './reports.ts';

const count = z.number().int().min(0);

/** As the report that is drawn is asked for: it takes that report's filters, and refuses others. */
export const chartQuery = reportPeriod.extend(reportFilters).superRefine(admitPeriod);

export const deliveryHours = z.object({
  time_zone: z.string(),
  /** Each hour of the day in its order, over all days together: an hour that clocks showed twice on one of them has what was delivered in both. */
  hours: z
    .array(
      z.object({
        hour: z.number().int().min(0).max(23),
        deliveries: count,
        late_deliveries: count,
        cash_fils: fils,
        card_machine_fils: fils,
        collected_fils: fils,
      }),
    )
    .length(24),
});

/** How far the points of a long period are apart. Weeks end on Sunday. */
export const CHART_STEPS = ['day', 'week', 'month', 'quarter'] as const;

export const heldOverTime = z.object({
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

export type ChartQuery = z.infer<typeof chartQuery>;
export type DeliveryHours = z.infer<typeof deliveryHours>;
export type HeldOverTime = z.infer<typeof heldOverTime>;
export type ChartStep = (typeof CHART_STEPS)[number];
