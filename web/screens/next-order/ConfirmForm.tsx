import { t } from '@lingui/core/macro';
import { ClipboardCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { defaultTender, TENDERS } from '../../../contract/rules/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { missingInformation, paymentConfirmationRequired, type ToastWords } from '../../api/problem-words.ts';
import { isReadOnly, type Standing } from '../../commands/standing.ts';
import { PhotoPicker } from '../../components/photo/PhotoPicker.tsx';
import type { Draft } from '../../offline/device-records.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { showToast } from '../../ui/toast.ts';
import { tenderWords } from '../../words/order-words.ts';
import { ConfirmBar } from './ConfirmBar.tsx';
import { ItemsTable } from './ItemsTable.tsx';
import { OrderDetails } from './OrderDetails.tsx';

type Props = {
  order: OrderWithItems;
  draft: Draft;
  /** Where it stands on this device; undefined before it was confirmed. */
  entry: OutboxEntry<'confirm_delivery'> | undefined;
  standing: Standing;
  onChange: (changes: Partial<Draft>) => void;
  /** Before the camera opens: the page may be reloaded while it is. */
  onBeforeCamera: () => void;
  onConfirm: () => void;
};

/** The order and the confirmation of its delivery. */
export function ConfirmForm({ order, draft, entry, standing, onChange, ...rest }: Props) {
  const unmet = unmetRule(order, draft);
  const tender = draft.tender ?? defaultTender(order.payment_method);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isReadOnly(standing)) return;
    if (unmet) showToast(unmet);
    else rest.onConfirm();
  }

  return (
    <form
      noValidate
      aria-label={t`Delivery Confirmation`}
      onSubmit={onSubmit}
      className="flex flex-col gap-4 lg:grid lg:grid-cols-[2fr_3fr] lg:items-start lg:gap-5"
    >
      <div className="lg:row-span-2">
        <OrderDetails order={order} />
      </div>
      <Card aria-labelledby="delivery-confirmation">
        <fieldset disabled={isReadOnly(standing)} className="flex min-w-0 flex-col gap-5">
          <CardTitle id="delivery-confirmation" icon={ClipboardCheck}>
            {t`Delivery Confirmation`}
          </CardTitle>
          <PhotoPicker
            photo={draft.photo}
            busy={isReadOnly(standing)}
            onPhoto={(photo) => onChange({ photo })}
            onRemove={() => onChange({ photo: null })}
            onBeforeOpen={rest.onBeforeCamera}
          />
          <ItemsTable order={order} />
          <Field
            label={t`Customer Full Name`}
            name="customer_name"
            autoComplete="off"
            autoCapitalize="words"
            maxLength={200}
            dir="auto"
            required
            value={draft.customer_name}
            onChange={(event) => onChange({ customer_name: event.target.value })}
          />
          {order.payment_status === 'pending' && (
            <RadioGroup
              legend={t`Paid by:`}
              value={tender}
              options={TENDERS.map((value) => ({ value, label: tenderWords(value) }))}
              onValue={(value) => onChange({ tender: value })}
            />
          )}
          <div className="flex flex-col">
            <Checkbox
              label={t`I confirm receipt of the following items`}
              checked={draft.receipt_confirmed}
              onChecked={(receipt_confirmed) => onChange({ receipt_confirmed })}
            />
            {order.payment_status === 'pending' ? (
              <Checkbox
                label={t`Received Payment`}
                checked={draft.payment_received}
                onChecked={(payment_received) => onChange({ payment_received })}
              />
            ) : (
              <Checkbox label={t`Received Payment (Auto-confirmed)`} checked disabled />
            )}
          </div>
        </fieldset>
      </Card>
      <ConfirmBar order={order} tender={tender} entry={entry} standing={standing} unmet={unmet !== null} />
    </form>
  );
}

/** The first rule of a confirmation that is not met yet, in the words of its toast; null when all are (ruling F1). */
function unmetRule(order: OrderWithItems, draft: Draft): ToastWords | null {
  const complete = draft.photo !== null && draft.customer_name.trim() !== '' && draft.receipt_confirmed;
  if (!complete) return missingInformation();
  if (order.payment_status === 'pending' && !draft.payment_received) return paymentConfirmationRequired();
  return null;
}
