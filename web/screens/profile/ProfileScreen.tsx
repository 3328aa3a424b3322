import { t } from '@lingui/core/macro';
import { ChartNoAxesColumn, History, IdCard, KeyRound, ReceiptText, UserX, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Statistics } from '../../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { StorageLine } from '../../commands/notices/StorageLine.tsx';
import { PASSWORD_PATH } from '../../components/dashboard-paths.ts';
import { EXPENSES_PATH } from '../../components/expenses/expenses-path.ts';
import { HISTORY_PATH } from '../../components/history-path.ts';
import { Money } from '../../components/Money.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOf, AsOfMark, ReadFailure } from '../../components/ReadFrame.tsx';
import { RoleBadge } from '../../components/RoleBadge.tsx';
import { useSession } from '../../session/use-session.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { InstallCard } from './InstallCard.tsx';
import { OwnDevices } from './OwnDevices.tsx';
import { type Cash, cashOf, useInitialisedCash, useStatistics } from './use-cash.ts';

const CARDS = 'grid gap-4 *:min-w-0 md:grid-cols-2 md:gap-5';

/** The first page of every role: the user's data, their cash, and for drivers the figures of the day. */
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
      <OwnDevices />
      {data && error && as_of && <AsOf as_of={as_of} />}
      {data || error ? (
        <div className={CARDS}>
          {data ? (
            <CashCard
              cash={cashOf(data, initialised_fils)}
              cash_collected_fils={data.cash_collected_fils}
              role={profile.role}
              delivers={profile.driver !== null && (profile.role === 'Driver' || profile.role === 'Manager')}
              spends={profile.role === 'Admin' || profile.role === 'Manager' || profile.driver !== null}
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
      {(data || error) && (
        <>
          <InstallCard />
          <StorageLine />
        </>
      )}
    </>
  );
}

/** The day's deliveries, for drivers only. */
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

type Props = {
  cash: Cash;
  cash_collected_fils: number;
  role: string | null;
  /** True if the user can have deliveries and handovers. */
  delivers: boolean;
  /** True if the user can pay expenses of the shop from their cash. */
  spends: boolean;
};

function CashCard({ cash, cash_collected_fils, role, delivers, spends }: Props) {
  const { total_fils, waiting_fils } = cash;
  return (
    <TitledCard icon={Wallet} title={t`Cash Management`}>
      <Facts>
        <Fact name={t`Cash on Hand`}>
          <Money amount_fils={total_fils} lead />
          {total_fils === null && <p className="text-muted text-sm">{t`Your balance could not be read.`}</p>}
          {total_fils !== null && total_fils < 0 && (
            <p className="text-danger text-sm">{negativeText(-total_fils, role)}</p>
          )}
          {waiting_fils !== 0 && (
            <p className="text-sm text-warn">{t`${formatMoney(waiting_fils)} waiting to be posted`}</p>
          )}
        </Fact>
        <Fact name={t`Collected Today`} className="border-line border-t pt-4">
          <Money amount_fils={cash_collected_fils} className="text-section" />
        </Fact>
      </Facts>
      {delivers && (
        <Link to={HISTORY_PATH} className={buttonClasses('secondary', 'min-h-12 self-start')}>
          <History size={18} />
          {t`My history`}
        </Link>
      )}
      {spends && (
        <Link to={EXPENSES_PATH} className={buttonClasses('secondary', 'min-h-12 self-start')}>
          <ReceiptText size={18} />
          {t`Expenses`}
        </Link>
      )}
    </TitledCard>
  );
}

/** Explains a negative balance in text, because a minus sign alone is easily overlooked. */
function negativeText(amount_fils: number, role: string | null): string {
  const amount = formatMoney(amount_fils);
  return role === 'Admin' ? t`${amount} drawn from the safe, not booked` : t`Short by ${amount}`;
}

function PersonalCard({ profile }: { profile: Profile }) {
  return (
    <TitledCard icon={IdCard} title={t`Personal Information`}>
      <Facts className="grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]">
        <Fact name={t`Full Name`} className="col-span-full">
          <bdi className="font-medium text-section">{profile.full_name}</bdi>
        </Fact>
        <Fact name={t`Role`}>
          <RoleBadge staff_role={profile.role} />
        </Fact>
        <Fact name={t`Shop Location`}>{t`Shop #${profile.shop_id}`}</Fact>
      </Facts>
      <Link to={PASSWORD_PATH} className={buttonClasses('secondary', 'self-start')}>
        <KeyRound size={18} />
        {t`Change Password`}
      </Link>
    </TitledCard>
  );
}
