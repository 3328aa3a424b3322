import { approvalCommands } from '../approvals/verify-approvals.ts';
import type { CashSource } from '../cash/cash-difference.ts';
import { hasOtherNames, withoutNames } from '../cash/decided.ts';
import { acceptedName, auditedFact, field } from '../cash/reply-check.ts';
import { correctionCommands } from '../deliveries/corrections/verify-corrections.ts';
import { differenceCommands } from '../differences/verify-differences.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { voidCommands } from '../voids/verify-voids.ts';
import type { CommandName } from './reply-schemas.ts';

/** The commands of staff about approvals, differences, settlements and voids. */
export const SECOND_PERSON_COMMANDS = [
  'record_settlement',
  'void_record',
  'request_adjustment',
  'request_float',
  'request_write_off',
  'request_expense',
  'request_waiver',
  'request_unpaid_delivery',
  'correct_delivery',
  'correct_recorded_delivery',
  'decide_approval',
  'decide_difference',
  'propose_salary',
] as const satisfies readonly CommandName[];

/**
 * Selects a row for each record of these commands, and of the operator's: shop_id, by_user_id or operator,
 * endpoint (of staff), command_id, id, subject, user_id, recorded_at, `answer` as the reply must have it, and
 * the audit row: its name `what`, its subject `audited_id` and `facts` that it must contain.
 */
export const secondPersonCommands = sql`
  ${differenceCommands} union all ${voidCommands} union all ${approvalCommands}
  union all ${correctionCommands}`;

const only = (name: (typeof SECOND_PERSON_COMMANDS)[number], value: Sql<unknown>) =>
  sql`case when r.endpoint = ${name} then ${value} end`;
const plain = (name: string): [Sql<unknown>, Sql<unknown>] => [field(name), sql`r.answer ->> ${name}`];
const changes = sql`k.answer -> 'changes'`;

/** All in one comparison, which reads the commands once; a field that a reply does not have is null. */
export const secondPersonReplies: NonNullable<CashSource['replies']> = {
  endpoints: SECOND_PERSON_COMMANDS,
  records: sql`
    select c.*, p.full_name from (${secondPersonCommands}) c left join profiles p on p.id = c.user_id
    where c.by_user_id is not null`,
  fields: {
    id: plain('id'),
    reference: plain('reference'),
    approval: plain('approval_id'),
    difference: plain('difference_id'),
    'end of day': plain('handover_id'),
    person: plain('user_id'),
    name: [
      field('full_name'),
      only('record_settlement', acceptedName(field('full_name'), sql`r.full_name`, sql`r.user_id`)),
    ],
    account: plain('account'),
    amount: plain('amount_fils'),
    'amount left': [
      field('open_fils'),
      only('record_settlement', auditedFact('record_settlement', 'open_fils')),
    ],
    correction: plain('correction_id'),
    number: plain('number'),
    tender: plain('tender'),
    'amount collected': plain('collected_fils'),
    cash: plain('cash_fils'),
    'cash before': plain('cash_before_fils'),
    outcome: plain('outcome'),
    changes: [only('decide_approval', withoutNames(changes)), sql`r.answer -> 'changes'`],
    'names in the changes': [
      only('decide_approval', hasOtherNames(changes)),
      only('decide_approval', sql`false`),
    ],
    time: plain('completed_at'),
    expiry: plain('expires_at'),
  },
};
