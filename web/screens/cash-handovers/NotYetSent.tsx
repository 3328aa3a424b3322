import { t } from '@lingui/core/macro';
import { CloudUpload } from 'lucide-react';
import type { OutstandingCash } from '../../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';
import { UnsentLine } from '../../components/devices/UnsentCash.tsx';
import { RoleBadge } from '../../components/RoleBadge.tsx';
import { TitledCard } from '../../ui/Card.tsx';

type Props = {
  /** Undefined in responses that an earlier build stored on this device. */
  rows: OutstandingCash['unsent_only'] | undefined;
};

/** Lists users without cash on hand whose devices have unsent commands; shows nothing if there are none. */
export function NotYetSent({ rows = [] }: Props) {
  if (rows.length === 0) return null;
  return (
    <TitledCard icon={CloudUpload} title={t`Not Yet Sent`}>
      <ul className="divide-y divide-line">
        {rows.map(({ user_id, full_name, role, disabled, unsent }) => (
          <li
            key={user_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <bdi className="wrap-anywhere font-medium">{full_name}</bdi>
              <RoleBadge staff_role={role} />
              {disabled && <span className="text-muted text-sm">{t`Account disabled`}</span>}
            </span>
            <UnsentLine unsent={unsent} />
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
