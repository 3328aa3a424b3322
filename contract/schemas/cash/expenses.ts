import { z } from '@hono/zod-openapi';
import { CUSTOMER_REFUND, EXPENSE_KIND_MAX, EXPENSE_KINDS_MAX } from '../../rules/expenses.ts';
import { filledText, instant, sha256, uuid } from '../fields.ts';

/** A built-in kind, or one that the shop named itself. */
export const expenseKind = filledText(EXPENSE_KIND_MAX);

/** The kinds that a shop allows drivers, in their order. */
export const expenseKinds = z
  .array(expenseKind)
  .min(1)
  .max(EXPENSE_KINDS_MAX)
  .refine((kinds) => new Set(kinds).size === kinds.length, { message: 'must name each kind once' })
  .refine((kinds) => !kinds.includes(CUSTOMER_REFUND), { message: 'a refund is no kind for drivers' });

/** The version of the photo with which an expense was requested. */
export const expenseSlip = z.object({ bucket: z.literal('cash-handovers'), path: z.string(), sha256 });

/** The requested expense. */
export const requestedExpense = z.object({
  kind: z.string(),
  /** True if the shop allows this kind, or the person is no driver. */
  is_allowed: z.boolean(),
  slip: expenseSlip,
  /** When the money was spent. */
  occurred_at: instant,
  /** The order whose customer was paid back. */
  order: z.object({ order_id: uuid, order_number: z.string() }).nullable(),
});

export type RequestedExpense = z.infer<typeof requestedExpense>;
