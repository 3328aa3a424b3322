import { t } from '@lingui/core/macro';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import type { Stays } from './staff-standing.ts';

/** Why a change of staff was refused, where the problem's title is not enough. */
export function staffRefusal({ code, errors = [] }: ProblemBody): string | null {
  if (code === 'already_exists') return t`Somebody signs in with this e-mail address already.`;
  if (code === 'last_admin') return t`Nobody else is an Admin of this shop. Make somebody else one first.`;
  if (code === 'has_open_orders')
    return t`This driver still has open orders. Give them to somebody else first.`;
  const [first] = errors;
  if (first?.pointer === '/email') return t`This is no e-mail address.`;
  return null;
}

/** Why there is no button to change a role or to disable. */
export function staysWords(stays: Exclude<Stays, null>): string {
  return stays === 'own'
    ? t`Nobody changes their own role or access: another Admin can.`
    : t`Nobody else is an Admin of this shop, so this role stays.`;
}

/** What somebody's driver record says of them, in words. */
export function driverWords({ driver }: Pick<StaffRow, 'driver'>): string | null {
  if (!driver) return null;
  const { id, status } = driver;
  if (status === 'delivering') return t`Driver ${id}, delivering`;
  return status === 'off_duty' ? t`Driver ${id}, off duty` : t`Driver ${id}, available`;
}
