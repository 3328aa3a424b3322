import { z } from '@hono/zod-openapi';
import { APPROVAL_KINDS, APPROVAL_OUTCOMES } from '../rules/approvals.ts';
import { CASH_RECORD_KINDS } from '../rules/cash-records.ts';
import { ACCOUNTS, WRITE_OFF_GROUNDS } from '../rules/differences.ts';
import { requestedExpense } from './cash/expenses.ts';
import { deliveryFacts } from './corrections.ts';
import { fils, instant, uuid } from './fields.ts';
import { pinnedFile } from './signing.ts';

export const approvalRequested = z.object({ approval_id: uuid, expires_at: instant });
export type ApprovalRequested = z.infer<typeof approvalRequested>;

/** An account that an approval changes: cash on hand, shortage or over of a person. */
export const accountChange = z.object({
  account: z.enum(['cash', ...ACCOUNTS]),
  user_id: uuid,
  full_name: z.string(),
  before_fils: fils,
  after_fils: fils,
});
export type AccountChange = z.infer<typeof accountChange>;

/** A user of the shop, or the operator's account. */
const person = z.object({ user_id: uuid.nullable(), full_name: z.string() });

export const approval = z.object({
  id: uuid,
  kind: z.enum(APPROVAL_KINDS),
  /** The ground of a write-off: a loss of the shop, or a deduction from the salary. */
  ground: z.enum(WRITE_OFF_GROUNDS).nullable(),
  /** The person whose account changes. */
  user_id: uuid,
  full_name: z.string(),
  /** Negative if the person's cash decreases. */
  amount_fils: fils,
  reason: z.string().nullable(),
  /** The reference of a float or an expense, or of the record to void; the handover of a write-off. */
  reference: z.string().nullable(),
  /** The order of the request; null if it is about none. */
  order: z.object({ id: uuid, order_number: z.string() }).nullable(),
  /** The correction of a delivery; null for other kinds. Absent in responses of older servers. */
  correction: z
    .object({
      before: deliveryFacts,
      after: deliveryFacts,
      photo: pinnedFile.nullable(),
      /** Null once erased. */
      document: pinnedFile.nullable(),
    })
    .nullable()
    .optional(),
  /** The cash record of that reference; null while there is none. */
  record: z.object({ kind: z.enum(CASH_RECORD_KINDS), id: uuid }).nullable(),
  /** The expense of a request about one. */
  expense: requestedExpense.nullable(),
  requested_by: person,
  requested_at: instant,
  expires_at: instant,
  /** The changes by the present book, or those that were made. Empty if it was not approved. */
  changes: z.array(accountChange),
  /** Null while the request is pending. */
  decision: z
    .object({
      outcome: z.enum([...APPROVAL_OUTCOMES, 'expired']),
      by: person.nullable(),
      reason: z.string().nullable(),
      decided_at: instant,
    })
    .nullable(),
  /** True if the reader may approve it. */
  may_approve: z.boolean(),
  /** True if the reader made the request. */
  is_own: z.boolean(),
});
export type Approval = z.infer<typeof approval>;
