import { t } from '@lingui/core/macro';
import { ChartNoAxesColumn, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Profile, Statistics } from '../../../contract/schemas/profile.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOf, AsOfMark, ReadFailure } from '../../components/ReadFrame.tsx';
import { useSession } from '../../session/use-session.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { CashCard } from './CashCard.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { PersonalCard } from './PersonalCard.tsx';
import { cashOf, useInitialisedCash, useStatistics } from './use-cash.ts';

const CARDS = 'grid gap-4 *:min-w-0 md:grid-cols-2 md:gap-5';

/** Everybody's landing: who one is, what one holds, and for drivers the day so far. */
export function ProfileScreen() {
  const { profile, loading } = useSession();
  if (profile) return <Figures profile={profile} />;
  return (
    <>
      <Heading />
      {loading ? <LoadingFigures /> : <NotFound />}
    </>
  );
}

function Heading({ mark }: { mark?: ReactNode }) {
  return <PageHeading subtitle={t`View your personal information and daily statistics`} mark={mark} />;
}

function Figures({ profile }: { profile: Profile }) {
  const read = useStatistics();
  const { data, error, as_of } = read;
  const initialised_fils = useInitialisedCash(profile, read);
  return (
    <>
      <Heading mark={<AsOfMark read={read} />} />
      {data && error && as_of && <AsOf as_of={as_of} />}
      {data || error ? (
        <div className={CARDS}>
          {data ? (
            <CashCard
              cash={cashOf(data, initialised_fils)}
              cash_collected_fils={data.cash_collected_fils}
              role={profile.role}
            />
          ) : (
            <ReadFailure title={t`Your figures could not be loaded`} read={read} />
          )}
          {profile.role === 'Driver' && data && <StatisticsCard statistics={data} />}
          <PersonalCard profile={profile} />
          <DevicesCard />
        </div>
      ) : (
        <LoadingFigures />
      )}
    </>
  );
}

/** For drivers only. */
function StatisticsCard({ statistics }: { statistics: Statistics }) {
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

function LoadingFigures() {
  return <Loading text={t`Loading profile data...`} shapes={['h-48', 'h-48', 'h-40']} className={CARDS} />;
}

function NotFound() {
  return <EmptyState icon={UserX} title={t`Profile not found`} />;
}
