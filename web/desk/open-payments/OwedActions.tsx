import { t } from '@lingui/core/macro';
import { HandCoins, ListX } from 'lucide-react';
import { useState } from 'react';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { OrderPaymentDialog } from '../../commands/order-payments/OrderPaymentDialog.tsx';
import { useProfile } from '../../session/use-session.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { WaiveDialog } from './WaiveDialog.tsx';

/** The steps that settle an amount owed: a Manager collects it, or requests that it is waived. */
export function OwedActions({ order }: { order: OpenOrder }) {
  const profile = useProfile();
  const [step, setStep] = useState<'collect' | 'waive' | null>(null);
  const unavailable =
    profile.role === 'Manager' ? undefined : t`A Manager collects amounts owed at the desk.`;
  const collect: DeskAction = {
    id: 'collect_owed',
    title: t`Collect`,
    key: 'p',
    unavailable,
    run: () => setStep('collect'),
  };
  const waive: DeskAction = { id: 'waive', title: t`Waive`, key: 'w', run: () => setStep('waive') };
  useDeskActions(t`Order #${order.order_number}`, [collect, waive]);
  const close = () => setStep(null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <ActionButton action={collect} icon={HandCoins} variant="primary" />
        <ActionButton action={waive} icon={ListX} variant="secondary" />
      </div>
      {unavailable && <p className="text-muted text-sm">{unavailable}</p>}
      {step === 'collect' && (
        <OrderPaymentDialog
          profile={profile}
          order={{ ...order, customer_name: order.customer_name ?? '' }}
          onClose={close}
        />
      )}
      {step === 'waive' && <WaiveDialog order={order} onClose={close} />}
    </div>
  );
}
