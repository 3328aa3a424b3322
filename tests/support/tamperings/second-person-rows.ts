import { added, gone, ID, swapped, type Tampering } from './tampering.ts';

const of = (outcome: string, kind: string) =>
  `outcome = '${outcome}' and approval_id in (select id from approvals where kind = '${kind}')`;
const PENDING = 'id not in (select approval_id from approval_decisions)';
const BY_DESK = 'command_id not in (select command_id from cash_handovers)';
const APPROVED = "approval_id in (select id from approvals where kind = 'adjustment' and operator is null)";

/** Rows of approvals, differences, settlements and voids that are deleted, added or swapped. */
export const SECOND_PERSON_ROWS: (Tampering & { what: string })[] = [
  gone('approvals', PENDING, ['unexplained_answer', 'wrong_record']),
  gone('approvals', "kind = 'float'", ['unexplained_answer', 'wrong_record']),
  gone('approval_decisions', of('approved', 'adjustment'), [
    'unexplained_answer',
    'wrong_movement',
    'wrong_record',
  ]),
  gone('approval_decisions', of('refused', 'float'), ['unexplained_answer', 'wrong_record']),
  gone('cash_adjustments', 'approval_id is not null', ['unexplained_movement', 'wrong_record']),
  gone('cash_issues', 'approval_id is not null', ['unexplained_movement', 'wrong_record']),
  gone('cash_floats', 'approval_id is not null', ['unexplained_movement', 'wrong_record']),
  gone('cash_differences', "kind = 'over'", [
    'balance',
    'unexplained_movement',
    'wrong_answer',
    'wrong_movement',
    'wrong_record',
  ]),
  gone('cash_differences', "kind = 'none'", ['unexplained_answer', 'wrong_record']),
  gone('cash_settlements', "kind = 'payment'", [
    'balance',
    'unexplained_answer',
    'unexplained_movement',
    'wrong_record',
  ]),
  gone('cash_settlements', "kind = 'loss'", ['balance', 'unexplained_movement', 'wrong_record']),
  gone('cash_settlements', "kind = 'late_delivery'", ['balance', 'unexplained_movement']),
  gone('cash_voids', 'approval_id is null', ['unexplained_answer', 'unexplained_movement', 'wrong_record']),
  gone('cash_voids', 'approval_id is not null', ['unexplained_movement', 'wrong_record']),
  gone('salary_proposals', 'true', ['unexplained_answer', 'wrong_record']),
  gone('cash_movements', "reason = 'reversal'", ['balance', 'missing_movement']),
  gone('cash_movements', "reason = 'difference'", ['balance', 'missing_movement', 'shop_total']),
  gone('cash_movements', "reason = 'write_off'", ['balance', 'missing_movement', 'wrong_record']),
  gone('cash_handovers', "handover_type = 'drop'", ['unexplained_answer', 'unexplained_movement']),
  gone('commands', "endpoint = 'decide_approval'", ['missing_answer']),
  gone('commands', "endpoint = 'void_record'", ['missing_answer']),
  gone('operator_commands', "command = 'approvals refuse'", ['missing_answer']),

  added('approvals', PENDING, { id: ID, command_id: ID }, ['missing_answer', 'wrong_record']),
  added(
    'approval_decisions',
    of('refused', 'adjustment'),
    { approval_id: `(select id from approvals where ${PENDING} limit 1)`, command_id: ID },
    ['missing_answer', 'wrong_record'],
  ),
  added('cash_adjustments', APPROVED, { id: ID, approval_id: ID }, ['missing_movement', 'wrong_record']),
  added(
    'cash_adjustments',
    APPROVED,
    { id: ID, approval_id: `(select id from approvals where ${PENDING} and kind = 'adjustment' limit 1)` },
    ['missing_movement', 'wrong_record'],
  ),
  added('cash_differences', `kind = 'shortage' and ${BY_DESK}`, { id: ID, handover_id: ID, command_id: ID }, [
    'balance',
    'missing_answer',
    'missing_movement',
    'wrong_record',
  ]),
  added('cash_settlements', "kind = 'payment'", { id: ID, command_id: ID, reference: "reference || '1'" }, [
    'balance',
    'missing_answer',
    'missing_movement',
    'wrong_record',
  ]),
  added(
    'cash_settlements',
    "kind = 'late_delivery'",
    { id: ID, confirmation_id: '(select id from delivery_confirmations where cash_fils = 9900)' },
    ['balance', 'missing_movement', 'wrong_record'],
  ),
  added('cash_settlements', "kind = 'loss'", { id: ID, approval_id: ID }, [
    'balance',
    'missing_movement',
    'wrong_record',
  ]),
  added(
    'cash_voids',
    'approval_id is null',
    { id: ID, command_id: ID, reference: "'VD-1795174612555'", record_id: ID },
    ['missing_answer', 'wrong_record'],
  ),
  added('salary_proposals', 'true', { id: ID, command_id: ID }, ['missing_answer', 'wrong_record']),

  swapped('approvals', ['record'], PENDING, PENDING, ['wrong_answer', 'wrong_record']),
  swapped('approval_decisions', ['changes'], of('approved', 'adjustment'), of('approved', 'float'), [
    'wrong_answer',
    'wrong_record',
  ]),
  swapped('cash_settlements', ['approval_id'], "kind = 'loss'", "kind = 'loss'", [
    'wrong_movement',
    'wrong_record',
  ]),
  swapped('cash_settlements', ['amount_fils'], "kind = 'payment'", "kind = 'payment'", [
    'balance',
    'wrong_answer',
    'wrong_movement',
    'wrong_record',
  ]),
  swapped('cash_voids', ['record_id'], "record_type = 'handover'", "record_type = 'handover'", [
    'missing_movement',
    'unexplained_movement',
    'wrong_movement',
    'wrong_record',
  ]),
];
