import { t } from '@lingui/core/macro';
import { REFERENCE_TENDER_LABELS } from '../../../contract/labels/taking-labels.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { label } from '../../messages/label.ts';
import { tenderText } from '../../messages/order-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { isByReference, PAYMENT_TENDERS, type PaymentTender } from './order-payment-rules.ts';
import { type OrderPaymentForm, type OwedOrder, useOrderPayment } from './use-order-payment.ts';

const REFERENCE_MAX = 100;
const NAME_MAX = 200;

type Props = { profile: Profile; order: OwedOrder; onClose: () => void };

/** Takes a payment of an amount owed on a delivered order; the customer gets a receipt. */
export function OrderPaymentDialog({ profile, order, onClose }: Props) {
  const form = useOrderPayment(profile, order, onClose);
  return (
    <FormDialog
      title={t`Collect what is owed`}
      description={t`Order #${order.order_number}: ${formatMoney(order.owed_fils)} is owed.`}
      dirty={form.dirty}
      locked={form.busy}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button variant="secondary" disabled={form.busy} onClick={close}>
            {t`Cancel`}
          </Button>
          <Button busy={form.busy} onClick={() => void form.record()}>
            {t`Record payment`}
          </Button>
        </>
      )}
    >
      <Fields form={form} owed_fils={order.owed_fils} />
    </FormDialog>
  );
}

function tenderLabel(tender: PaymentTender): string {
  return isByReference(tender) ? label(REFERENCE_TENDER_LABELS, tender) : tenderText(tender);
}

function Fields({
  form: { form, change, mark, busy, ...found },
  owed_fils,
}: {
  form: OrderPaymentForm;
  owed_fils: number;
}) {
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
        <RadioGroup
          legend={t`Paid by`}
          value={form.tender}
          options={PAYMENT_TENDERS.map((value) => ({ value, label: tenderLabel(value) }))}
          onValue={(tender) => change({ tender })}
        />
        <AmountField
          {...mark('amount')}
          enterKeyHint="next"
          all_fils={owed_fils}
          label={t`Amount (AED)`}
          value={form.typed}
          onAmount={(typed) => change({ typed })}
          hint={<span aria-live="polite">{effectText(form.tender, found.amount_fils, owed_fils)}</span>}
          required
          first
        />
        {isByReference(form.tender) && (
          <Field
            {...mark('reference')}
            label={t`Reference`}
            enterKeyHint="next"
            maxLength={REFERENCE_MAX}
            autoComplete="off"
            value={form.reference}
            onChange={({ target }) => change({ reference: target.value })}
            hint={t`A Manager compares it with the shop's account. Until then the order is not paid.`}
          />
        )}
        <Field
          {...mark('customer_name')}
          label={t`Customer Name`}
          enterKeyHint="done"
          maxLength={NAME_MAX}
          autoComplete="off"
          value={form.customer_name}
          onChange={({ target }) => change({ customer_name: target.value })}
        />
      </fieldset>
    </form>
  );
}

/** Names the effect on cash (ruling A6), and an amount above what is owed. */
function effectText(tender: PaymentTender, amount_fils: number | null, owed_fils: number): string {
  if (amount_fils === null) return t`${formatMoney(owed_fils)} is owed.`;
  const effect =
    tender === 'cash'
      ? t`Adds ${formatMoney(amount_fils)} to your cash on hand`
      : t`Does not change your cash on hand`;
  if (amount_fils <= owed_fils) return effect;
  const excess = formatMoney(amount_fils - owed_fils);
  return `${effect}. ${t`${excess} more than is owed. The shop owes it to the customer until it is paid back.`}`;
}
