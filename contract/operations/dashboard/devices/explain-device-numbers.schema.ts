import { z } from '@hono/zod-openapi';
import { number } from '../../../schemas/devices.ts';
import { filledText, uuid } from '../../../schemas/fields.ts';

export const params = z.object({ device_id: uuid });

export const body = z
  .object({
    numbers: z.array(number).max(1000),
    /** The point at which the chain broke, once a manager has explained it. */
    chain_broken_at: number.optional(),
    reason: filledText(500),
  })
  .refine(({ numbers, chain_broken_at }) => numbers.length > 0 || chain_broken_at !== undefined, {
    path: ['numbers'],
    message: 'must contain a number if no chain break is explained',
  });

export const response = z.object({
  /** The numbers that are now explained. The others arrived or are closed. */
  explained: z.array(number),
  /** True if the chain counts as intact until it breaks again. */
  chain_explained: z.boolean(),
});

export type ExplainDeviceNumbers = z.infer<typeof body>;
export type DeviceNumbersExplained = z.infer<typeof response>;
