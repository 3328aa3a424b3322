import { t } from '@lingui/core/macro';
import { Wallet } from 'lucide-react';
import { formatMoney } from '../../../contract/rules/money.ts';
import { Money } from '../../components/Money.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import type { Cash } from './use-cash.ts';

type Props = { cash: Cash; cash_collected_fils: number; role: string | null };

export function CashCard({ cash, cash_collected_fils, role }: Props) {
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
    </TitledCard>
  );
}

/** A minus alone is easily overlooked, so a word stands beside it (ruling A7). */
function negativeText(amount_fils: number, role: string | null): string {
  const amount = formatMoney(amount_fils);
  return role === 'Admin' ? t`${amount} drawn from the safe, not booked` : t`Short by ${amount}`;
}
