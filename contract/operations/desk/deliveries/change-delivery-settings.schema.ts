import { z } from '@hono/zod-openapi';
import { MESSAGE_KINDS, MESSAGE_LANGUAGES, MESSAGE_TEXT_MAX } from '../../../rules/messages-to-customers.ts';
import { attemptReason, attemptReasons } from '../../../schemas/attempts.ts';
import { expenseKind, expenseKinds } from '../../../schemas/cash/expenses.ts';
import { filledText } from '../../../schemas/fields.ts';
import { response as deliverySettings } from '../../dashboard/deliveries/read-delivery-settings.schema.ts';

export const response = deliverySettings;

/** Absent fields stay unchanged. */
export const body = z
  .object({
    /** All reasons that the shop offers from now on, in their order. */
    reasons: attemptReasons.optional(),
    /** Given with `reasons`: the reasons that the user saw and changed. */
    seen_reasons: z.array(attemptReason).optional(),
    drivers_set_out: z.boolean().optional(),
    records_position: z.boolean().optional(),
    rounds_cash: z.boolean().optional(),
    /** All kinds of expenses that drivers may choose from now on, in their order. */
    expense_kinds: expenseKinds.optional(),
    /** Given with `expense_kinds`: the kinds that the user saw and changed. */
    seen_expense_kinds: z.array(expenseKind).optional(),
    /** The templates to change; each replaces the one of its kind and language. */
    templates: z
      .array(
        z.object({
          kind: z.enum(MESSAGE_KINDS),
          language: z.enum(MESSAGE_LANGUAGES),
          text: filledText(MESSAGE_TEXT_MAX),
          /** The text that the user saw and changed. */
          seen_text: z.string(),
          is_reviewed: z.boolean(),
        }),
      )
      .min(1)
      .max(MESSAGE_KINDS.length * MESSAGE_LANGUAGES.length)
      .refine((all) => new Set(all.map(({ kind, language }) => `${kind} ${language}`)).size === all.length, {
        message: 'must name each template once',
      })
      .optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ['drivers_set_out'],
    message: 'at least one field is required',
  })
  .refine(({ reasons, seen_reasons }) => (reasons === undefined) === (seen_reasons === undefined), {
    path: ['seen_reasons'],
    message: 'must be given with the reasons',
  })
  .refine((given) => (given.expense_kinds === undefined) === (given.seen_expense_kinds === undefined), {
    path: ['seen_expense_kinds'],
    message: 'must be given with the kinds of expenses',
  });

export type ChangeDeliverySettings = z.infer<typeof body>;
