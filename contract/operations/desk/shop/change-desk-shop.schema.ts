import { z } from '@hono/zod-openapi';
import { isTimeZone } from '../../../rules/dates/dates.ts';
import { ERASE_DAYS_MAX, ERASE_DAYS_MIN, PROMISE_HOURS_MAX } from '../../../rules/shop-limits.ts';
import { filledText, text } from '../../../schemas/fields.ts';
import { deskShop } from '../../../schemas/shop.ts';

export const response = deskShop;

/** Hours until the delivery of an order without a promise of its own; null if the shop promises no time. */
const promiseHours = z.number().int().min(1).max(PROMISE_HOURS_MAX).nullable();

/** Days after an order's last activity until its customer's data are erased; null for never. */
const eraseAfterDays = z.number().int().min(ERASE_DAYS_MIN).max(ERASE_DAYS_MAX).nullable();

/** Absent fields stay unchanged. */
export const body = z
  .object({
    name: filledText(200).optional(),
    time_zone: text(100).refine(isTimeZone, { message: 'must be a time zone' }).optional(),
    promise_hours: promiseHours.optional(),
    erase_customers_after_days: eraseAfterDays.optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ['name'],
    message: 'at least one field is required',
  });
