import { z } from '@hono/zod-openapi';
import { isTimeZone } from '../rules/dates.ts';
import { PROMISE_HOURS_MAX } from '../rules/shop-limits.ts';
import { filledText, text } from './fields.ts';

/** Hours after an order came in by which it is promised, where it has no promise of its own; null: nothing is promised. */
const promiseHours = z.number().int().min(1).max(PROMISE_HOURS_MAX).nullable();

export const deskShop = z.object({
  name: z.string(),
  time_zone: z.string(),
  promise_hours: z.number().int().nullable(),
});

/** What is not given stays. */
export const changeShop = z
  .object({
    name: filledText(200).optional(),
    time_zone: text(100).refine(isTimeZone, { message: 'must be a time zone' }).optional(),
    promise_hours: promiseHours.optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ['name'],
    message: 'say what to change',
  });

export type DeskShop = z.infer<typeof deskShop>;
