import { t } from '@lingui/core/macro';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import type { RoleLock } from './staff-status.ts';

/** Returns why a change of a person was rejected, if the problem's title is not enough. */
export function staffProblemText({ code, errors = [] }: ProblemBody): string | null {
  if (code === 'already_exists') return t`This e-mail address is already in use.`;
  if (code === 'last_admin')
    return t`This is the only Admin of the shop. Make another person an Admin first.`;
  if (code === 'has_open_orders')
    return t`This driver still has open orders. Assign them to another driver first.`;
  const [first] = errors;
  if (first?.pointer === '/email') return t`This is not a valid e-mail address.`;
  return null;
}

/** Returns why role and access of a person cannot be changed. */
export function roleLockText(stays: Exclude<RoleLock, null>): string {
  return stays === 'own'
    ? t`You cannot change your own role or access. Ask another Admin.`
    : t`The only Admin of the shop must remain an Admin.`;
}

/** Describes a person's driver record; null without one. */
export function driverStatusText({ driver }: Pick<StaffRow, 'driver'>): string | null {
  if (!driver) return null;
  const { id, status } = driver;
  if (status === 'delivering') return t`Driver ${id}, delivering`;
  return status === 'off_duty' ? t`Driver ${id}, off duty` : t`Driver ${id}, available`;
}
