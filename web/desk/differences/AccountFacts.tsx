import { t } from '@lingui/core/macro';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HandoverLink } from './difference-columns.tsx';

type Row = Pick<
  Difference,
  'full_name' | 'disabled' | 'admin_name' | 'since' | 'handover_id' | 'handover_reference' | 'correction'
>;

/** The person of a difference, and its end of day or the corrected delivery. */
export function AccountFacts({ row }: { row: Row }) {
  const time_zone = useTimeZone();
  const { full_name, disabled, admin_name, since } = row;
  return (
    <Facts className="grid-cols-2">
      <Fact name={t`Person`}>
        <span className="flex flex-wrap items-center gap-2">
          <bdi>{full_name}</bdi>
          {disabled && <Badge tone="danger">{t`Disabled`}</Badge>}
        </span>
      </Fact>
      <Fact name={t`Since`}>{formatDateTime(since, time_zone)}</Fact>
      <Fact name={row.correction ? t`Corrected order` : t`End of day`}>
        <HandoverLink row={row}>
          <bdi>{row.correction ? `#${row.correction.order_number}` : row.handover_reference}</bdi>
        </HandoverLink>
      </Fact>
      <Fact name={row.correction ? t`Corrected or approved by` : t`Counted by`}>
        <bdi>{admin_name}</bdi>
      </Fact>
    </Facts>
  );
}
