import type { LockedStaff } from '../identity/find-staff.ts';
import type { Actor } from '../platform/actor.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Prevents users from removing their own role or access, and keeps at least one Admin for the shop's desk.
 * The operator is exempt, and can add another Admin. Throws `own_account`, `last_admin`.
 */
export function assertMayLoseRole(actor: Actor, { user_id, role, other_admins }: LockedStaff): void {
  if (actor.kind !== 'staff') return;
  if (user_id === actor.user_id) throw new Problem('own_account');
  if (role === 'Admin' && other_admins === 0) throw new Problem('last_admin');
}
