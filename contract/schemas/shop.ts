import { z } from '@hono/zod-openapi';
import { isTimeZone } from '../rules/dates.ts';
import { ERASE_DAYS_MAX, ERASE_DAYS_MIN, PROMISE_HOURS_MAX } from '../rules/shop-limits.ts';
import { filledText, instant, text } from './fields.ts';

/** Hours after an order came in by which it is promised, where it has no promise of its own; null: nothing is promised. */
const promiseHours = z.number().int().min(1).max(PROMISE_HOURS_MAX).nullable();

/** Days after the last that happened to an order until its customer's data are erased; null: never. */
const eraseAfterDays = z.number().int().min(ERASE_DAYS_MIN).max(ERASE_DAYS_MAX).nullable();

export const deskShop = z.object({
  name: z.string(),
  time_zone: z.string(),
  promise_hours: z.number().int().nullable(),
  erase_customers_after_days: z.number().int().nullable(),
  /** ISO 3166-1; absent in replies of older servers. */
  country: z.string().optional(),
});

/** What is not given stays. */
export const changeShop = z
  .object({
    name: filledText(200).optional(),
    time_zone: text(100).refine(isTimeZone, { message: 'must be a time zone' }).optional(),
    promise_hours: promiseHours.optional(),
    erase_customers_after_days: eraseAfterDays.optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ['name'],
    message: 'say what to change',
  });

/** Counted as if the setting were another one, where days are given. */
export const keptQuery = z.object({
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

export const kept = z.object({
  erase_customers_after_days: z.number().int().nullable(),
  /** The newest run that erased something. */
  last: z.object({ erased_at: instant, orders, files: orders }).nullable(),
  /** Of the orders that are old enough; null where nothing is to be erased. */
  old: z
    .object({
      /** The next run erases these. */
      due: orders,
      /** Those stay for now, each with why. */
      held: z.object({ open: orders, conflict: orders, store: orders, cash: orders }),
      /** There are more than were counted. */
      more: z.boolean(),
    })
    .nullable(),
  /** Made before the newest erasing, so that they hold what it erased; the newest first. */
  backups: z.array(z.object({ name: z.string(), made_at: instant })),
  backups_in_all: orders,
});

export type Kept = z.infer<typeof kept>;
export type DeskShop = z.infer<typeof deskShop>;
