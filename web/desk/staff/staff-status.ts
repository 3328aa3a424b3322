import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';

/**
 * Why a person's role and access cannot be changed, see the server's `assertMayLoseRole`; `own`: the user's
 * own.
 */
export type RoleLock = 'own' | 'last_admin' | null;

export function roleLockOf(person: StaffRow, staff: readonly StaffRow[], own_id: string): RoleLock {
  if (person.user_id === own_id) return 'own';
  const is_admin = ({ role, disabled }: StaffRow) => role === 'Admin' && !disabled;
  const others = staff.filter((other) => is_admin(other) && other.user_id !== person.user_id);
  return is_admin(person) && others.length === 0 ? 'last_admin' : null;
}

/** Returns the cash that a person holds, in fils: posted and pending. */
export function heldFils({ cash }: Pick<StaffRow, 'cash'>): number {
  return cash.cash_on_hand_fils + cash.waiting_fils;
}

/** Returns true if the person holds anything of the shop's, or has unsent work on a device. */
export function holdsAnything(person: StaffRow): boolean {
  const { open_orders, card_machines, unsent } = person;
  return heldFils(person) !== 0 || open_orders > 0 || card_machines.length > 0 || unsent !== null;
}
