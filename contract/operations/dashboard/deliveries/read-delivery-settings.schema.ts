import { z } from '@hono/zod-openapi';
import { MESSAGE_KINDS, MESSAGE_LANGUAGES } from '../../../rules/messages-to-customers.ts';
import { attemptReason } from '../../../schemas/attempts.ts';
import { expenseKind } from '../../../schemas/cash/expenses.ts';

const messageTemplate = z.object({
  kind: z.enum(MESSAGE_KINDS),
  language: z.enum(MESSAGE_LANGUAGES),
  text: z.string(),
  /** True once a native speaker has read it. */
  is_reviewed: z.boolean(),
});

export const response = z.object({
  reasons: z.array(attemptReason),
  /** True if drivers move their dispatched stops to the road. */
  drivers_set_out: z.boolean(),
  /** True if an attempt records the phone's position. */
  records_position: z.boolean(),
  /** True if cash due is rounded down to AED 0.25. Absent in replies of older servers. */
  rounds_cash: z.boolean().optional(),
  /**
   * The kinds of expenses that drivers may choose, in their order: built-in ones and the shop's own names.
   * Absent in replies of older servers.
   */
  expense_kinds: z.array(expenseKind).optional(),
  /** One template of each kind in each language. */
  templates: z.array(messageTemplate),
});

export type DeliverySettings = z.infer<typeof response>;
