import { z } from '@hono/zod-openapi';
import { fils } from '../../schemas/fields.ts';
import { chartQuery } from '../../schemas/report-charts.ts';

export const query = chartQuery;

const count = z.number().int().min(0);

export const answer = z.object({
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

export type DeliveryHours = z.infer<typeof answer>;
