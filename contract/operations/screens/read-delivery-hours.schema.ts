import { z } from '@hono/zod-openapi';
import { fils } from '../../schemas/fields.ts';
import { chartQuery } from '../../schemas/report-charts.ts';

export const query = chartQuery;

const count = z.number().int().min(0);

export const response = z.object({
  time_zone: z.string(),
  /** The 24 hours of the day, summed over all days. Hours repeated by a clock change are added together. */
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

export type DeliveryHours = z.infer<typeof response>;
