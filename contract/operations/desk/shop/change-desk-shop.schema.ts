import { z } from '@hono/zod-openapi';
import { isTimeZone } from '../../../rules/dates/dates.ts';
import { ERASE_DAYS_MAX, ERASE_DAYS_MIN, PROMISE_HOURS_MAX } from '../../../rules/shop-limits.ts';
import { filledText, text } from '../../../schemas/fields.ts';
import { deskShop } from '../../../schemas/shop.ts';

export const answer = deskShop;

/** Hours after an order came in by which it is promised, where it has no promise of its own; null: nothing is promised. */
const promiseHours = z.number().int().min(1).max(PROMISE_HOURS_MAX).nullable();

/** Days after the last that happened to an order until its customer's data are erased; null: never. */
const eraseAfterDays = z.number().int().min(ERASE_DAYS_MIN).max(ERASE_DAYS_MAX).nullable();

/** Fields that are absent stay as they are. */
export const body = z
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
