import type { Role } from '../../contract/rules/roles.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import type { ApprovalRow } from './find-approval.ts';

/** A person of a request; `role` is the one in which they signed. */
type Named = { user_id: string; role?: Role; may_be_disabled?: boolean };

/**
 * Checks that the people of a request still work in the shop when it is approved: the signers of a float in
 * their roles, and only adjustments concern disabled users. Throws `not_found`, `staff_disabled`.
 */
export async function admitPeople(tx: Tx, actor: Staff | Operator, approval: ApprovalRow): Promise<void> {
  for (const named of peopleOf(approval)) await admitPerson(tx, actor, named);
}

function peopleOf({ kind, user_id, record }: ApprovalRow): Named[] {
  switch (kind) {
    case 'adjustment':
      return [{ user_id, may_be_disabled: true }];
    case 'issue':
    case 'unpaid':
      return [{ user_id }];
    case 'float':
      return [
        { user_id: String(record.admin_id), role: 'Admin' },
        { user_id: String(record.manager_id), role: 'Manager' },
      ];
    // These change accounts and records, also of people who have left.
    case 'correction':
    case 'write_off':
    case 'void':
    case 'expense':
    case 'waiver':
      return [];
  }
}

async function admitPerson(
  tx: Tx,
  actor: Staff | Operator,
  { user_id, role, may_be_disabled = false }: Named,
): Promise<void> {
  // Requests cannot read accounts, and the function returns nothing to the operator.
  const is_disabled =
    actor.kind === 'operator'
      ? sql<boolean>`exists (select from users u where u.id = p.id and u.disabled_at is not null)`
      : sql<boolean>`p.id in (select disabled_staff())`;
  const finding = sql<{ role: string | null; is_disabled: boolean }>`
    select p.role, ${is_disabled} as is_disabled from profiles p
    where p.shop_id = ${actor.shop_id} and p.id = ${user_id}`;
  const person = await firstRow(tx, finding);
  if (!person || (role !== undefined && person.role !== role)) {
    throw Problem.about('not_found', { what: 'staff_id' });
  }
  if (person.is_disabled && !may_be_disabled) throw new Problem('staff_disabled');
}
