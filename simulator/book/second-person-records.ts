import type { ApprovalKind, ApprovalOutcome, VoidableRecord } from '../../contract/rules/approvals.ts';
import type { Account } from '../../contract/rules/differences.ts';

/** A request for the approval of a second person; requests of the operator have no `requested_by`. */
export type ApprovalRow = {
  command_id: string;
  id: string;
  shop_id: number;
  kind: ApprovalKind | 'waiver' | 'expense' | 'correction' | 'unpaid';
  requested_by: string | null;
  /** The person whose account changes. */
  user_id: string;
  amount_fils: number;
  record: {
    id: string;
    difference_id?: string;
    record_type?: VoidableRecord;
    record_id?: string;
    direction?: string;
    admin_id?: string;
    manager_id?: string;
    order_id?: string;
    confirmation_id?: string;
    kind?: string;
  };
  expires_at: string;
  file_ids: string[];
};
export type DecisionRow = {
  command_id: string;
  /** The id of the request. */
  id: string;
  shop_id: number;
  outcome: ApprovalOutcome;
  /** Null for the operator. */
  decided_by: string | null;
  changes: { account: 'cash' | Account; user_id: string; before_fils: number; after_fils: number }[];
  file_ids: string[];
};
/** A decision about the difference of an end of day. */
export type DifferenceRow = {
  command_id: string;
  id: string;
  shop_id: number;
  /** The end of day; null: of a correction. */
  handover_id: string | null;
  correction_id: string | null;
  user_id: string;
  kind: Account | 'none';
  amount_fils: number;
  decided_by: string;
  /** The database's time of the commit. */
  committed_at: string;
  file_ids: string[];
};
export type SettlementRow = {
  command_id: string;
  id: string;
  shop_id: number;
  difference_id: string;
  user_id: string;
  kind: 'payment' | 'salary' | 'loss' | 'late_delivery';
  amount_fils: number;
  /** The user who received or paid the cash; null unless it is a payment. */
  staff_user_id: string | null;
  approval_id: string | null;
  confirmation_id: string | null;
  file_ids: string[];
};
export type ProposalRow = {
  command_id: string;
  id: string;
  shop_id: number;
  proposed_for: string;
  amount_fils: number;
  proposed_by: string;
  file_ids: string[];
};
export type VoidRow = {
  command_id: string;
  id: string;
  shop_id: number;
  record_type: VoidableRecord;
  record_id: string;
  voided_by: string;
  other_user_id: string | null;
  approval_id: string | null;
  file_ids: string[];
};
export type AdjustmentRow = {
  id: string;
  shop_id: number;
  user_id: string;
  amount_fils: number;
  approval_id: string | null;
};

/** The rows of approvals, shortages and overs, and voids. */
export type SecondPersonRecords = {
  approvals: ApprovalRow[];
  decisions: DecisionRow[];
  differences: DifferenceRow[];
  settlements: SettlementRow[];
  proposals: ProposalRow[];
  voids: VoidRow[];
  adjustments: AdjustmentRow[];
  /** Numbers and movements that had to prevent the booking of a difference. */
  booked_early: { difference_id: string; because: string }[];
  float_limits: { shop_id: number; float_limit_fils: number | null }[];
  machines: { id: string; shop_id: number; holder_driver_id: number | null }[];
};

const NO_FILES = "'[]'::json as file_ids";

/** A statement for each kind of row. */
export const SECOND_PERSON_STATEMENTS: Record<keyof SecondPersonRecords, string> = {
  approvals: `select command_id, id, shop_id, kind, requested_by, user_id, amount_fils, record, expires_at, file_ids from approvals`,
  decisions: `select command_id, approval_id as id, shop_id, outcome, decided_by, changes, ${NO_FILES} from approval_decisions`,
  differences: `select command_id, id, shop_id, handover_id, correction_id, user_id, kind, amount_fils, decided_by,
    pg_xact_commit_timestamp(xmin) as committed_at, ${NO_FILES} from cash_differences`,
  settlements: `select command_id, id, shop_id, difference_id, user_id, kind, amount_fils, staff_user_id, approval_id, confirmation_id,
    array_to_json(array_remove(array[person_signature_file_id, staff_signature_file_id, receipt_file_id], null)) as file_ids
    from cash_settlements`,
  proposals: `select command_id, id, shop_id, difference_id as proposed_for, amount_fils, proposed_by, ${NO_FILES} from salary_proposals`,
  voids: `select command_id, id, shop_id, record_type, record_id, recorded_by as voided_by, other_user_id, approval_id,
    array_to_json(array_remove(array[own_signature_file_id, other_signature_file_id, receipt_file_id], null)) as file_ids from cash_voids`,
  adjustments: 'select id, shop_id, user_id, amount_fils, approval_id from cash_adjustments',
  booked_early: 'select difference_id, because from simulation.booked_early',
  float_limits: 'select id as shop_id, float_limit_fils from shops',
  machines: 'select id, shop_id, holder_driver_id from card_machines',
};
