import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Banknote, CircleSlash } from 'lucide-react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { paymentLeft, settle, type Tender } from '../../../contract/rules/orders/tender.ts';
import { isNotToHandOver } from '../../../contract/rules/orders/waiting-orders.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { CommandNotice } from '../../commands/notices/CommandNotice.tsx';
import { isReadOnly, type Standing } from '../../commands/notices/standing.ts';
import { Money } from '../../components/Money.tsx';
import type { DeliveryEntry } from '../../offline/outbox-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { publishHeight } from '../../ui/publish-height.ts';
import { ToastPlace } from '../../ui/ToastPlace.tsx';
import { useMedia, usePhone } from '../../ui/use-media.ts';
import type { TakenForm } from './as-taken/taken-form.ts';

type Props = {
  order: OrderWithItems;
  /** Null if no payment method is selected yet. */
  tender: Tender | null;
  as_taken: TakenForm | null;
  entry: DeliveryEntry | undefined;
  standing: Standing;
  unmet: boolean;
  onConfirm: () => void;
};

/** At the lower edge on phones, above the bottom bar if there is one. */
const STUCK = 'bottom-[var(--bottom-bar,0px)] z-20 bg-surface';
const PADDING =
  'pb-[max(0.75rem,calc(env(safe-area-inset-bottom)-var(--bottom-bar,0px)))] low:pb-[max(0.5rem,calc(env(safe-area-inset-bottom)-var(--bottom-bar,0px)))]!';
const BAR = classNames(
  'sticky -mx-4 -mb-5 flex flex-col gap-1.5 border-line border-t px-4 pt-2',
  'md:mx-0 md:mb-0 md:gap-3 md:rounded-card md:border md:p-6 lg:static cramped:contents',
  'low:flex-row low:flex-wrap low:items-center low:px-4! low:pt-2! low:@min-[24rem]:*:flex-[1_1_12rem]',
  STUCK,
  PADDING,
);
/** On a cramped page only the button sticks; the whole bar would hide the form. */
const BUTTON_BAR = classNames(
  'cramped:sticky cramped:-mx-4 cramped:-mb-5 cramped:border-line cramped:border-t',
  'cramped:px-[16px] cramped:py-[12px]',
  STUCK,
);
/** On phones toasts are shown above the sticky bar, which does not move. */
const TOASTS = '-mx-4 -mb-3';
/** The width below which the bar sticks, as in the styles above. */
const STICKS = '(max-width: 1023.98px)';
const barHeight = publishHeight('--confirm-bar');
const buttonHeight = publishHeight('--confirm-button');

/**
 * The confirm button with its effect on the driver's cash, at the lower edge on phones; once confirmed, the
 * state.
 */
export function ConfirmBar({ order, tender, as_taken, entry, standing, unmet, onConfirm }: Props) {
  const left = paymentLeft(order, order.taken_fils);
  // In fils; the server applies the same rule.
  const { cash_fils } = as_taken ?? settle(left, { payment_received: true, tender });
  const is_unselected = as_taken
    ? as_taken.is_unselected
    : left.payment_status === 'pending' && tender === null;
  const sticks = useMedia(STICKS);
  const phone = usePhone();
  const Icon = cash_fils > 0 ? Banknote : CircleSlash;
  return (
    <>
      {phone && <ToastPlace level="bar" className={TOASTS} />}
      <div ref={sticks ? barHeight : null} className={BAR}>
        {entry && <CommandNotice entry={entry} standing={standing} />}
        {(standing === 'busy' || !isReadOnly(standing)) && (
          <>
            {!isNotToHandOver(order) && (
              <p className="flex items-center gap-2" aria-live="polite">
                <Icon size={20} className="shrink-0 text-accent" />
                <span className="amount whitespace-normal font-medium @max-[20rem]:text-sm">
                  {cashEffectText(cash_fils, is_unselected)}
                </span>
              </p>
            )}
            {as_taken?.effect}
            {order.taken_fils > 0 && order.payment_status === 'pending' && (
              <p className="text-muted text-sm">
                <Trans>
                  You have already collected <Money amount_fils={order.taken_fils} /> for this order.
                </Trans>
              </p>
            )}
            <div ref={sticks ? buttonHeight : null} className={BUTTON_BAR}>
              <Button
                onClick={onConfirm}
                busy={standing === 'busy'}
                disabled={standing === 'busy'}
                busyText={t`Confirming Delivery...`}
                aria-disabled={unmet}
                className="min-h-[48px] w-full px-[8px]! cramped:py-0!"
              >
                {t`Confirm Delivery`}
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}

function cashEffectText(cash_fils: number, is_unselected: boolean): string {
  if (is_unselected) return t`Select how the customer pays`;
  return cash_fils > 0
    ? t`Adds ${formatMoney(cash_fils)} to your cash on hand`
    : t`Does not change your cash on hand`;
}
