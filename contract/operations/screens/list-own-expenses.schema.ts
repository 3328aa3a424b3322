import { z } from '@hono/zod-openapi';
import { APPROVAL_OUTCOMES } from '../../rules/approvals.ts';
import { requestedExpense } from '../../schemas/cash/expenses.ts';
import { fils, instant, uuid } from '../../schemas/fields.ts';

export const EXPENSE_STATES = ['pending', ...APPROVAL_OUTCOMES, 'expired'] as const;

const ownExpense = requestedExpense.omit({ is_allowed: true }).extend({
  approval_id: uuid,
  reference: z.string(),
  amount_fils: fils,
  note: z.string().nullable(),
  state: z.enum(EXPENSE_STATES),
  requested_at: instant,
  /** Null while it is pending. */
  decided_at: instant.nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
});

/** The pending expenses of the user and those of the last 60 days, newest first. */
export const response = z.object({
  expenses: z.array(ownExpense),
  /** The sum of the pending ones. */
  pending_fils: fils,
});

export type OwnExpenses = z.infer<typeof response>;
export type OwnExpense = z.infer<typeof ownExpense>;
