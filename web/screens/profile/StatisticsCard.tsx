import { t } from '@lingui/core/macro';
import { ChartNoAxesColumn } from 'lucide-react';
import type { Statistics } from '../../../contract/schemas/profile.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** For drivers only. */
export function StatisticsCard({ statistics }: { statistics: Statistics }) {
  return (
    <Card aria-labelledby="daily-statistics" className="flex flex-col gap-4">
      <CardTitle
        id="daily-statistics"
        icon={<ChartNoAxesColumn size={20} strokeWidth={1.75} aria-hidden="true" />}
      >
        {t`Daily Statistics`}
      </CardTitle>
      <Facts className="grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]">
        <Fact name={t`Deliveries Today`}>
          <span className="amount font-semibold text-lead">{statistics.deliveries_today}</span>
        </Fact>
        <Fact name={t`Pending Deliveries`}>
          <span className="amount font-semibold text-lead">{statistics.pending_deliveries}</span>
        </Fact>
      </Facts>
    </Card>
  );
}
