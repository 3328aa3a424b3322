import { z } from '@hono/zod-openapi';
import { EXPENSE_NOTE_MAX } from '../../../../rules/expenses.ts';
import { approvalRequested } from '../../../../schemas/approvals.ts';
import { expenseKind } from '../../../../schemas/cash/expenses.ts';
import { amountFils, filledText, uuid } from '../../../../schemas/fields.ts';
import { deviceClock, pinnedFile } from '../../../../schemas/signing.ts';

/** Money that the actor has spent from the cash that they hold. */
export const body = z.object({
  /** `EX-<ms>`, generated on the device. */
  reference: filledText(40),
  kind: expenseKind,
  /** Above 0. */
  amount_fils: amountFils,
  note: filledText(EXPENSE_NOTE_MAX).nullable(),
  /** The order whose customer was paid back; given for a refund, and for nothing else. */
  order_id: uuid.nullable(),
  /** The photo of the slip. */
  slip: pinnedFile,
  ...deviceClock,
});

export const response = approvalRequested;

export type RequestExpense = z.infer<typeof body>;
