import { useCallback, useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { priceOf } from '../../../contract/rules/orders/sent-separately.ts';
import { SMALLEST_COIN_FILS } from '../../../contract/rules/orders/takings.ts';
import { defaultTender, paymentLeft } from '../../../contract/rules/orders/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { orderName } from '../../api/delivery-messages.ts';
import { useDeliverySettings } from '../../api/delivery-settings.ts';
import { deliver, isOutAgain } from '../../commands/delivery/deliver.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { Draft } from '../../offline/device-records.ts';
import { useDraft } from '../../offline/drafts/use-draft.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLoadingMarker } from '../../ui/usable.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useAlwaysOpen } from './as-taken/use-always-open.ts';
import { ConfirmForm } from './ConfirmForm.tsx';

type Props = {
  order: OrderWithItems;
  profile: Profile;
  /** Called when the user enters something for this order, which then stays selected. */
  onEntered: (order_id: string) => void;
  /** Called once an attempt is stored on the device: the order need not stay selected. */
  onAttempted: (order_id: string) => void;
  /** Called when the driver has undone an attempt: the order is selected again. */
  onUndone: (order_id: string) => void;
};

/** Loaded when it is first opened, unless it was prefetched. */
const loadAttempt = async () => (await import('./attempt/OrderAttempt.tsx')).OrderAttempt;
const loadAsTaken = () => import('./as-taken/as-taken-form.tsx');

/**
 * The delivery of one order, from the first input until it is stored on the device; then the next order is
 * shown.
 */
export function Delivery({ order, profile, onEntered, onAttempted, onUndone }: Props) {
  const { draft, save } = useDraft(order.id);
  const { entry, standing, press } = useCommand(deliver, {
    by: profile,
    subject: order.id,
    names: orderName(order.order_number),
    isOver: (one) => isOutAgain(one, order),
  });
  /** The reason to select in the sheet, null for none; undefined while the sheet is closed. */
  const [attempting, setAttempting] = useState<string | null>();
  const closeAttempt = useCallback(() => setAttempting(undefined), []);
  const OrderAttempt = useLoaded(loadAttempt, attempting !== undefined, closeAttempt);
  // Without settings on this device, all that is due is taken.
  const rounds_cash = useDeliverySettings({ enabled: false }).data?.rounds_cash === true;
  const [always_open, setAlwaysOpen] = useAlwaysOpen(profile.id);
  const [payment_open, setPaymentOpen] = useState<boolean>();
  const [refusing, setRefusing] = useState(false);
  const [failed, setFailed] = useState(false);
  const notLoaded = useCallback(() => {
    setPaymentOpen(false);
    setRefusing(false);
    setFailed(true);
  }, []);
  const is_payment_open = payment_open ?? always_open;
  const is_plain = draft && draft.as_taken === null && !isRounded(order, draft, rounds_cash);
  const parts = useLoaded(loadAsTaken, is_plain === false || is_payment_open || refusing, notLoaded);
  // The form would show the amounts of a plain delivery.
  if (is_plain === false && !parts && failed) throw new TypeError('A part of the form could not be loaded');
  if (!draft || (is_plain === false && !parts)) return <LoadingDraft />;

  function change(changes: Partial<Draft>): Promise<void> {
    onEntered(order.id);
    return save(changes);
  }

  function openAttempt(reason: string | null): void {
    // A stop that is added before this one must not close the sheet.
    onEntered(order.id);
    setAttempting(reason);
  }

  const form = { order, draft, rounds_cash, onChange: (changes: Partial<Draft>) => void change(changes) };
  const panel = {
    open: is_payment_open,
    always_open,
    onAlwaysOpen: setAlwaysOpen,
    onNoMoney: () => openAttempt('no_money'),
  };
  return (
    <>
      <ConfirmForm
        order={order}
        draft={draft}
        entry={entry}
        standing={standing}
        onChange={form.onChange}
        onBeforeCamera={() => void change({})}
        onConfirm={() => void press(() => ({ order, draft, rounds_cash }))}
        onSomethingElse={() => openAttempt(null)}
        as_taken={parts && (!is_plain || is_payment_open) ? parts.takenForm(form, panel) : null}
        {...(priceOf(order.items) <= order.subtotal_fils && { onRefuse: () => setRefusing(true) })}
        {...(paymentLeft(order, order.taken_fils).payment_status === 'pending' && {
          onOtherPayment: () => setPaymentOpen(!is_payment_open),
        })}
      />
      {refusing && parts && (
        <parts.RefusedGoods
          {...form}
          onClose={() => setRefusing(false)}
          onNothingTaken={() => {
            setRefusing(false);
            openAttempt('customer_refused');
          }}
        />
      )}
      {OrderAttempt && (
        <OrderAttempt
          order={order}
          profile={profile}
          open={attempting !== undefined}
          reason={attempting ?? null}
          onClose={closeAttempt}
          onAttempted={onAttempted}
          onUndone={onUndone}
        />
      )}
    </>
  );
}

/** True if the shop rounds the cash that a plain delivery would take. */
function isRounded(order: OrderWithItems, { tender }: Draft, rounds_cash: boolean): boolean {
  const { payment_status, due_amount_fils } = paymentLeft(order, order.taken_fils);
  const by_cash = payment_status === 'pending' && (tender ?? defaultTender(order)) === 'cash';
  return rounds_cash && by_cash && due_amount_fils % SMALLEST_COIN_FILS > 0;
}

/** The form is not usable yet, so prefetching does not start either. */
function LoadingDraft() {
  useLoadingMarker();
  return <Skeleton className="h-96" />;
}
