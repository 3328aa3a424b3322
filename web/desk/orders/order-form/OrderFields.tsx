import { t } from '@lingui/core/macro';
import type { SourceAmounts } from '../../../../contract/rules/orders/order-amounts.ts';
import { PAYMENT_CHOICES, type PaymentChoice } from '../../../../contract/rules/orders/tender.ts';
import { AmountField } from '../../../components/amount/AmountField.tsx';
import { paymentMethodText } from '../../../messages/order-messages.ts';
import { enterMovesFocus } from '../../../ui/enter-moves-focus.ts';
import { Field, Select, TextArea } from '../../../ui/Field.tsx';
import type { Mark } from '../../../ui/use-missing.ts';
import { LinesField } from './LinesField.tsx';
import type { OrderDraft, ReadDraft } from './order-draft.ts';
import { TiedTotals } from './TiedTotals.tsx';

type Props = {
  draft: OrderDraft;
  onChange: (changes: Partial<OrderDraft>) => void;
  mark: (part: string) => Mark;
  amounts: ReadDraft['amounts'];
  /** The total in fils; null while another field is invalid. */
  total_fils: number | null;
  untyped: SourceAmounts;
  disabled: boolean;
  /** True if the order waits for a decision about its payment: none is preselected. */
  waits?: boolean;
  /** Fields shown above the others. */
  children?: React.ReactNode;
};

/** The fields of an order; the amounts that follow from others are updated as the user types. */
export function OrderFields({
  draft,
  onChange,
  mark,
  amounts,
  total_fils,
  untyped,
  disabled,
  waits = false,
  children,
}: Props) {
  const text = (field: 'customer_name' | 'phone' | 'delivery_address' | 'area' | 'promised_at') => ({
    ...mark(field),
    value: draft[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [field]: event.target.value }),
    autoComplete: 'off',
    enterKeyHint: 'next' as const,
  });
  const amount = (field: 'discount' | 'shipping' | 'paid') => ({
    ...mark(field),
    value: draft[field],
    onAmount: (text: string) => onChange({ [field]: text }),
    enterKeyHint: 'next' as const,
  });
  const paid_in_full = waits && draft.payment_method === 'online';
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
      <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-5">
        {children}
        <div className="grid gap-5 md:grid-cols-2">
          <Field {...text('customer_name')} label={t`Customer *`} dir="auto" maxLength={200} />
          <Field {...text('phone')} label={t`Phone`} type="tel" dir="ltr" maxLength={40} />
          <div className="md:col-span-2">
            <Field {...text('delivery_address')} label={t`Address *`} dir="auto" maxLength={300} />
          </div>
          <Field {...text('area')} label={t`Area`} dir="auto" maxLength={100} />
          <Field
            {...text('promised_at')}
            label={t`Promised by`}
            type="datetime-local"
            step={60}
            max="9999-12-31T23:59"
          />
        </div>
        <LinesField
          lines={draft.lines}
          onLines={(lines) => onChange({ lines })}
          mark={mark}
          disabled={disabled}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <AmountField {...amount('discount')} label={t`Discount (AED)`} />
          <AmountField {...amount('shipping')} label={t`Shipping (AED)`} />
          <Select
            label={t`Payment method`}
            value={draft.payment_method}
            placeholder={waits ? t`Not decided yet` : t`Choose`}
            options={PAYMENT_CHOICES.map((value) => ({ value, label: choiceText(value, waits) }))}
            onValue={(value) =>
              (value || waits) && onChange({ payment_method: value as OrderDraft['payment_method'] })
            }
          />
          <AmountField
            {...amount('paid')}
            label={t`Already paid (AED)`}
            all_fils={paid_in_full ? null : total_fils}
            disabled={paid_in_full}
          />
        </div>
        <TiedTotals amounts={amounts} untyped={untyped} method={draft.payment_method} />
        <TextArea
          label={t`Notes`}
          rows={2}
          maxLength={5_000}
          value={draft.notes}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
      </fieldset>
    </form>
  );
}

/** For an order that waits, selecting online means that it is paid. */
function choiceText(choice: PaymentChoice, waits: boolean): string {
  return choice === 'online' && waits ? t`Online (paid)` : paymentMethodText(choice);
}
