import { isRole, type Role } from '../../contract/rules/roles.ts';
import { roleText } from '../messages/order-messages.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';

const TONES: Record<Role, BadgeTone> = { Driver: 'accent', Manager: 'done', Admin: 'warn' };

/** Shows a role. An unknown role gets a neutral badge with its own text, a missing one "No role". */
export function RoleBadge({ staff_role }: { staff_role: string | null }) {
  return <Badge tone={isRole(staff_role) ? TONES[staff_role] : 'neutral'}>{roleText(staff_role)}</Badge>;
}
