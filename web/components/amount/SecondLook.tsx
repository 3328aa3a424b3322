import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import { Money } from '../Money.tsx';
import type { SecondLook as Look } from './use-second-look.ts';

type Props = {
  look: Look;
  mark: Mark;
  /** The name of the person whose balance is shown; null for the signed-in user. */
  holder: string | null;
  /** The balance of that person once the amount is recorded, in fils; null if it is unknown. */
  after_fils: number | null;
};

/**
 * Repeats an unusual amount in large figures with the resulting balance; shows nothing for a usual amount.
 */
export function SecondLook({ look, mark, holder, after_fils }: Props) {
  const { amount_fils, unusual, is_seen, onSeen } = look;
  if (amount_fils === null || !unusual) return null;
  return (
    <Notice tone="warn" icon={TriangleAlert} title={t`Check this amount`}>
      <Money amount_fils={amount_fils} lead />
      {unusual.above_cash_fils !== null && (
        <p>
          <MoreThanCash fils={unusual.above_cash_fils} holder={holder} />
        </p>
      )}
      {unusual.usual_fils !== null && (
        <p>{t`This is more than 10 times the usual amount of ${formatMoney(unusual.usual_fils)}.`}</p>
      )}
      {after_fils !== null && (
        <p>
          {holder === null ? (
            t`Your cash on hand afterwards:`
          ) : (
            <Trans>
              Cash on hand of <bdi>{holder}</bdi> afterwards:
            </Trans>
          )}{' '}
          <Money amount_fils={after_fils} className="text-section" />
        </p>
      )}
      <Checkbox {...mark} label={t`I have checked this amount`} checked={is_seen} onChecked={onSeen} />
    </Notice>
  );
}

function MoreThanCash({ fils, holder }: { fils: number; holder: string | null }) {
  if (holder === null) return t`This is ${formatMoney(fils)} more than your cash on hand.`;
  return (
    <Trans>
      This is {formatMoney(fils)} more than the cash on hand of <bdi>{holder}</bdi>.
    </Trans>
  );
}
