import type { LockedStaff } from '../identity/find-staff.ts';
import type { Actor } from '../platform/actor.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Nobody takes their own role or access, and an Admin stays: the shop's desk would be nobody's. The operator may, and can make another Admin.
 * Throws `own_account`, `last_admin`.
 */
export function assertMayLoseRole(actor: Actor, { user_id, role, other_admins }: LockedStaff): void {
  if (actor.kind !== 'staff') return;
  if (user_id === actor.user_id) throw new Problem('own_account');
  if (role === 'Admin' && other_admins === 0) throw new Problem('last_admin');
}
