import { z } from '@hono/zod-openapi';
import { ATTEMPT_REASONS } from '../rules/orders/attempt-reasons.ts';
import { ATTEMPT_REASONS_MAX, REASON_LABEL_MAX } from '../rules/orders/attempts.ts';
import { isCalendarDay } from '../rules/reports/report-period.ts';
import { filledText, sha256 } from './fields.ts';

export const reasonKey = z.string().regex(/^[a-z0-9_]{1,40}$/, 'must be the key of a reason');

export const attemptReason = z.object({
  key: reasonKey,
  /** Null: the built-in label of the key. */
  label: filledText(REASON_LABEL_MAX).nullable(),
  needs_photo: z.boolean(),
  needs_note: z.boolean(),
  needs_time: z.boolean(),
});

export const attemptReasons = z
  .array(attemptReason)
  .min(1)
  .max(ATTEMPT_REASONS_MAX)
  .refine((reasons) => new Set(reasons.map(({ key }) => key)).size === reasons.length, {
    message: 'must name each reason once',
  })
  .refine((reasons) => reasons.every(({ key, label }) => label !== null || isBuiltIn(key)), {
    message: 'must have a label for each reason of the shop',
  });

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOfDay = z.string().regex(TIME_OF_DAY, 'must be a time like 14:30');

function isTimeOfDay(text: string | null): text is string {
  return text !== null && TIME_OF_DAY.test(text);
}

function isBuiltIn(key: string): boolean {
  return ATTEMPT_REASONS.some((reason) => reason.key === key);
}

const calendarDay = z.string().refine(isCalendarDay, { message: 'must be a day of the calendar' });

/** The agreed time of the next attempt: a day in the shop's time zone, and optionally a window. */
export const nextTime = z
  .object({
    day: calendarDay,
    from: timeOfDay.nullable(),
    to: timeOfDay.nullable(),
  })
  // A text that is not a time is reported only for its own field.
  .refine(({ from, to }) => !isTimeOfDay(from) || !isTimeOfDay(to) || from <= to, {
    path: ['to'],
    message: 'must not be before the beginning',
  });

/** The new promise of an order: by this time of a day in the shop's time zone, or by the end of the day. */
export const nextPromise = z.object({
  // The end of the last day that a date can name is in the next year in many time zones.
  day: calendarDay.refine((day) => day !== '9999-12-31', { message: 'must be an earlier day' }),
  to: timeOfDay.nullable(),
});

/** The version of the photo with which an attempt was recorded. */
export const attemptPhoto = z.object({ bucket: z.literal('order-deliveries'), path: z.string(), sha256 });

export type NextTime = z.infer<typeof nextTime>;
export type NextPromise = z.infer<typeof nextPromise>;
