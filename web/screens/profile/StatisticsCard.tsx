import { t } from '@lingui/core/macro';
import { ChartNoAxesColumn } from 'lucide-react';
import type { Statistics } from '../../../contract/schemas/profile.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** For drivers only. */
export function StatisticsCard({ statistics }: { statistics: Statistics }) {
  return (
    <TitledCard icon={ChartNoAxesColumn} title={t`Daily Statistics`}>
      <Facts className="grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]">
        <Fact name={t`Deliveries Today`}>
          <span className="amount font-semibold text-lead">{statistics.deliveries_today}</span>
        </Fact>
        <Fact name={t`Pending Deliveries`}>
          <span className="amount font-semibold text-lead">{statistics.pending_deliveries}</span>
        </Fact>
      </Facts>
    </TitledCard>
  );
}
