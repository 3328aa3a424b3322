import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Banknote, CircleSlash } from 'lucide-react';
import { formatMoney } from '../../../contract/rules/money.ts';
import { paymentLeft, settle, type Tender } from '../../../contract/rules/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { CommandNotice } from '../../commands/CommandNotice.tsx';
import { isReadOnly, type Standing } from '../../commands/standing.ts';
import { Money } from '../../components/Money.tsx';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { Button } from '../../ui/Button.tsx';

type Props = {
  order: OrderWithItems;
  tender: Tender;
  entry: OutboxEntry<'confirm_delivery'> | undefined;
  standing: Standing;
  unmet: boolean;
};

/** What pressing will do to the driver's cash, and the button, above the lower edge on phones; once the delivery waits, that it does. */
export function ConfirmBar({ order, tender, entry, standing, unmet }: Props) {
  const left = paymentLeft(order, order.taken_fils);
  // In fils; the same rule decides on the server (ruling A6).
  const { cash_fils } = settle(left, { payment_received: true, tender });
  const Icon = cash_fils > 0 ? Banknote : CircleSlash;
  return (
    <div className="sticky bottom-[var(--bottom-bar,0px)] z-20 -mx-4 -mb-5 flex flex-col gap-3 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,calc(env(safe-area-inset-bottom)-var(--bottom-bar,0px)))] md:mx-0 md:mb-0 md:rounded-card md:border md:p-6 lg:static">
      {entry && <CommandNotice entry={entry} standing={standing} />}
      {(standing === 'busy' || !isReadOnly(standing)) && (
        <>
          <p className="flex items-center gap-2" aria-live="polite">
            <Icon size={20} className="shrink-0 text-accent" />
            <span className="amount whitespace-normal font-medium">
              {cash_fils > 0
                ? t`Adds ${formatMoney(cash_fils)} to your cash on hand`
                : t`Does not change your cash on hand`}
            </span>
          </p>
          {order.taken_fils > 0 && order.payment_status === 'pending' && (
            <p className="text-muted text-sm">
              <Trans>
                You have already taken <Money amount_fils={order.taken_fils} /> for this order.
              </Trans>
            </p>
          )}
          <Button
            type="submit"
            busy={standing === 'busy'}
            busyText={t`Confirming Delivery...`}
            aria-disabled={unmet}
            className="min-h-12 w-full"
          >
            {t`Confirm Delivery`}
          </Button>
        </>
      )}
    </div>
  );
}
