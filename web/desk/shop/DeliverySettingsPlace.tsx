import { t } from '@lingui/core/macro';
import { EXPENSE_KINDS } from '../../../contract/rules/expenses.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { AttemptReasons } from './AttemptReasons.tsx';
import { ExpenseKinds } from './ExpenseKinds.tsx';
import { MessageTemplates } from './MessageTemplates.tsx';
import { SettingOutCard } from './SettingOutCard.tsx';

/**
 * Rules for drivers, reasons for attempts, expenses and messages to customers; Admins change them, Managers
 * read.
 */
export function DeliverySettingsPlace() {
  const read = useDeskRead('read_delivery_settings');
  const is_admin = useProfile().role === 'Admin';
  const refetch = read.refetch;
  return (
    <>
      <PageHeading
        {...(is_admin ? {} : { subtitle: t`Only Admins can change these settings.` })}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`The settings of deliveries could not be loaded`}
        loading={<Loading text={t`Loading...`} shapes={['h-48 max-w-[48rem]', 'h-96 max-w-[48rem]']} />}
      >
        {(settings) => (
          <div className="flex max-w-[48rem] flex-col gap-4">
            <SettingOutCard settings={settings} is_admin={is_admin} onSaved={refetch} />
            <AttemptReasons reasons={settings.reasons} is_admin={is_admin} onSaved={refetch} />
            <ExpenseKinds
              kinds={settings.expense_kinds ?? EXPENSE_KINDS}
              is_admin={is_admin}
              onSaved={refetch}
            />
            <MessageTemplates templates={settings.templates} may_change={is_admin} onSaved={refetch} />
          </div>
        )}
      </ReadFrame>
    </>
  );
}
