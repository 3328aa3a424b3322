import { ATTEMPT_CONFLICT_LABELS, ATTEMPT_REASON_LABELS } from './attempt-labels.ts';
import { EXPENSE_KIND_LABELS } from './expense-labels.ts';
import type { LabelList } from './label-list.ts';
import {
  ORDER_STATUS_LABELS,
  PAYMENT_LABELS,
  PAYMENT_STATUS_LABELS,
  ROLE_LABELS,
  TENDER_LABELS,
} from './order-labels.ts';
import {
  BEYOND_STAFF_LABELS,
  DIRECTION_LABELS,
  HANDOVER_TYPE_LABELS,
  ORDER_CHANGE_LABELS,
  OUTCOME_LABELS,
  REASON_LABELS,
} from './report-labels.ts';

/** The labels of the values that a column of a report or of orders contains, by the column's id. */
export const CELL_LABELS: Readonly<Record<string, LabelList>> = {
  tender: TENDER_LABELS,
  outcome: OUTCOME_LABELS,
  change: ORDER_CHANGE_LABELS,
  expense_kind: EXPENSE_KIND_LABELS,
  reason: REASON_LABELS,
  from_beyond: BEYOND_STAFF_LABELS,
  to_beyond: BEYOND_STAFF_LABELS,
  handover_type: HANDOVER_TYPE_LABELS,
  direction: DIRECTION_LABELS,
  attempt_reason: ATTEMPT_REASON_LABELS,
  conflict: ATTEMPT_CONFLICT_LABELS,
  role: ROLE_LABELS,
  status: ORDER_STATUS_LABELS,
  payment_method: PAYMENT_LABELS,
  payment_status: PAYMENT_STATUS_LABELS,
};
