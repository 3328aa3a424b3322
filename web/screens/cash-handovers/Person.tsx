import { RoleBadge } from '../../components/RoleBadge.tsx';

export function Person({ full_name, staff_role }: { full_name: string; staff_role: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className="wrap-anywhere font-medium">{full_name}</bdi>
      <RoleBadge staff_role={staff_role} />
    </span>
  );
}
