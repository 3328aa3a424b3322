import { t } from '@lingui/core/macro';
import { CircleCheck, Info } from 'lucide-react';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { Money } from '../../components/Money.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import type { Holder } from './holders.ts';
import { Person } from './Person.tsx';

type Props = {
  holder: Holder;
  manager: Profile;
  amount_fils: number | null;
  /** It is on its way or its outcome is unknown: there is nothing left to confirm. */
  sent?: boolean;
};

const ICON = { size: 18, className: 'mt-0.5 shrink-0' } as const;

/** What is about to happen, once more. */
export function ConfirmationStep({ holder, manager, amount_fils, sent = false }: Props) {
  return (
    <>
      <Facts className="md:grid-cols-2">
        <Fact name={t`Amount`} className="md:col-span-2">
          <Money amount_fils={amount_fils} lead />
        </Fact>
        <Fact name={t`From`}>
          <Person full_name={holder.full_name} staff_role={holder.role} />
        </Fact>
        <Fact name={t`To`}>
          <Person full_name={manager.full_name} staff_role="Manager" />
        </Fact>
      </Facts>
      {!sent && (
        <ul className="flex flex-col gap-2 rounded-card bg-sunken p-4">
          <li className="flex gap-2">
            <CircleCheck {...ICON} />
            <span>{t`Both signatures have been captured.`}</span>
          </li>
          <li className="flex gap-2">
            <Info {...ICON} />
            <span>{t`This action will update cash balances immediately.`}</span>
          </li>
        </ul>
      )}
    </>
  );
}
