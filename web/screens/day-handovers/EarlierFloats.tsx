import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useEstimate, useHandoversToday } from './use-handover-reads.ts';

type Props = { driver_id: number; driver_name: string };

/** Shows the cash that a driver already received today and holds now, so that a second float is noticed. */
export function EarlierFloats({ driver_id, driver_name }: Props) {
  const today = useHandoversToday('start');
  const earlier = today.data?.handovers.filter(
    (one) => one.driver_id === driver_id && one.amount_fils > 0 && !one.voided,
  );
  const given_fils = earlier?.reduce((sum, { amount_fils }) => sum + amount_fils, 0) ?? 0;
  const { estimated_fils: held_fils } = useEstimate(given_fils > 0 ? driver_id : null);
  if (given_fils === 0) return null;
  return (
    <Notice
      tone="warn"
      icon={TriangleAlert}
      title={
        <Trans>
          <bdi>{driver_name}</bdi> already received {formatMoney(given_fils)} today
        </Trans>
      }
    >
      {held_fils !== null && <Trans>Cash on hand now: {formatMoney(held_fils)}</Trans>}
    </Notice>
  );
}
