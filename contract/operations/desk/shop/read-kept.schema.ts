import { z } from '@hono/zod-openapi';
import { ERASE_DAYS_MAX, ERASE_DAYS_MIN } from '../../../rules/shop-limits.ts';
import { instant } from '../../../schemas/fields.ts';

/** `after_days` previews another value of the setting. */
export const query = z.object({
  after_days: z
    .string()
    .transform((written, context) => {
      const days = /^\d{2,4}$/.test(written) ? Number(written) : 0;
      if (days >= ERASE_DAYS_MIN && days <= ERASE_DAYS_MAX) return days;
      context.addIssue({
        code: 'custom',
        message: `must be a number of days, ${ERASE_DAYS_MIN} to ${ERASE_DAYS_MAX}`,
      });
      return z.NEVER;
    })
    .optional(),
});

const orders = z.number().int().min(0);

export const response = z.object({
  erase_customers_after_days: z.number().int().nullable(),
  /** The newest run that erased something. */
  last: z.object({ erased_at: instant, orders, files: orders }).nullable(),
  /** The orders that are old enough; null if the shop does not erase customers' data. */
  old: z
    .object({
      /** Orders that the next run erases. */
      due: orders,
      /** Orders that are kept for now, by reason. */
      held: z.object({ open: orders, conflict: orders, owed: orders, store: orders, cash: orders }),
      /** True if there are more orders than were counted. */
      more: z.boolean(),
    })
    .nullable(),
  /** Backups older than the latest erasure, which still contain the erased data, newest first. */
  backups: z.array(z.object({ name: z.string(), made_at: instant })),
  backups_in_all: orders,
});

export type Kept = z.infer<typeof response>;
