import { t } from '@lingui/core/macro';
import { Banknote } from 'lucide-react';
import type { CashSettings } from '../../../contract/operations/desk/cash-settings/read-cash-settings.schema.ts';
import { Money } from '../../components/Money.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { CashLimitsForm } from './CashLimitsForm.tsx';
import { OwnCeilings } from './OwnCeilings.tsx';

/** The limit of floats and the ceilings of cash; Admins change them, Managers read. */
export function CashSettingsPlace() {
  const read = useDeskRead('read_cash_settings');
  const is_admin = useProfile().role === 'Admin';
  return (
    <>
      <PageHeading
        {...(is_admin ? {} : { subtitle: t`Only Admins can change these settings.` })}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`The settings of cash could not be loaded`}
        loading={<Loading text={t`Loading...`} shapes={['h-72 max-w-[48rem]', 'h-40 max-w-[48rem]']} />}
      >
        {(settings) => (
          <div className="flex max-w-[48rem] flex-col gap-4">
            <TitledCard icon={Banknote} title={t`Limits`}>
              {is_admin ? (
                <CashLimitsForm settings={settings} onSaved={read.refetch} />
              ) : (
                <Limits settings={settings} />
              )}
            </TitledCard>
            <OwnCeilings people={settings.people} may_change={is_admin} onSaved={read.refetch} />
          </div>
        )}
      </ReadFrame>
    </>
  );
}

function Limits({ settings }: { settings: CashSettings }) {
  const { float_limit_fils, cash_ceiling_fils, ceiling_blocks_assignment } = settings;
  return (
    <Facts className="sm:grid-cols-2">
      <Fact name={t`Limit of floats`}>{limitOf(float_limit_fils)}</Fact>
      <Fact name={t`Ceiling of cash for drivers`}>{limitOf(cash_ceiling_fils)}</Fact>
      <Fact name={t`New orders above the ceiling`}>
        {ceiling_blocks_assignment ? t`Blocked` : t`Allowed`}
      </Fact>
    </Facts>
  );
}

function limitOf(fils: number | null) {
  return fils === null ? t`None` : <Money amount_fils={fils} />;
}
