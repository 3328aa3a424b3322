import { t } from '@lingui/core/macro';
import { ClipboardCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { defaultTender, TENDERS, type Tender } from '../../../contract/rules/orders/tender.ts';
import { isNotToHandOver } from '../../../contract/rules/orders/waiting-orders.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { missingInformation, paymentConfirmationRequired } from '../../api/delivery-messages.ts';
import { failure } from '../../api/problem-messages.ts';
import { isReadOnly, type Standing } from '../../commands/notices/standing.ts';
import { doNotHandOverText } from '../../components/DoNotHandOver.tsx';
import { PhotoPicker } from '../../components/photo/PhotoPicker.tsx';
import { tenderText } from '../../messages/order-messages.ts';
import type { Draft } from '../../offline/device-records.ts';
import type { DeliveryEntry } from '../../offline/outbox-entry.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { type Mark, type Missing, useMissing } from '../../ui/use-missing.ts';
import type { AsTakenPart } from './as-taken/as-taken-rules.ts';
import { QuietLink } from './as-taken/QuietLink.tsx';
import type { TakenForm } from './as-taken/taken-form.ts';
import { ConfirmBar } from './ConfirmBar.tsx';
import { ItemsTable } from './ItemsTable.tsx';
import { NameField } from './NameField.tsx';
import { OrderDetails } from './OrderDetails.tsx';

type Props = {
  order: OrderWithItems;
  draft: Draft;
  /** The state of the confirmation on this device; undefined before it was confirmed. */
  entry: DeliveryEntry | undefined;
  standing: Standing;
  onChange: (changes: Partial<Draft>) => void;
  /** Called before the camera opens: the browser may reload the page meanwhile. */
  onBeforeCamera: () => void;
  onConfirm: () => void;
  /** Called for an order that cannot be delivered. */
  onSomethingElse?: () => void;
  /** Goods and payment that differ from a plain delivery; null while it is one, and nothing of it is open. */
  as_taken?: TakenForm | null;
  /** Called when the customer does not take everything. */
  onRefuse?: () => void;
  /** Called to open or close the other payments; missing if nothing is to be paid. */
  onOtherPayment?: () => void;
};

/** Two columns on desktops, whose grid is the page's form, and on wide low pages; else one. */
const DETAILS_AND_FORM =
  'flex flex-col gap-3 lg:contents low:@min-[36rem]:max-lg:grid low:@min-[36rem]:max-lg:grid-cols-2 low:@min-[36rem]:max-lg:items-start';

/** The order's details and the form that confirms its delivery. */
export function ConfirmForm({ order, draft, entry, standing, onChange, ...rest }: Props) {
  const { as_taken = null } = rest;
  const missing = missingOf(order, draft, as_taken);
  const { check, mark } = useMissing(missing);
  const tender = tenderOf(order, draft);
  const locked = isReadOnly(standing);

  function confirm() {
    if (!locked && check()) rest.onConfirm();
  }

  return (
    <form
      noValidate
      aria-label={t`Delivery Confirmation`}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={enterMovesFocus}
      className="@container flex flex-col gap-3 lg:grid lg:grid-cols-[2fr_3fr] lg:items-start lg:gap-5"
    >
      <div className={DETAILS_AND_FORM}>
        <div className="lg:row-span-2" data-part={mark('handover')['data-part']}>
          <OrderDetails order={order} tender={tender} to_take_fils={as_taken?.to_take_fils} />
        </div>
        <Card aria-labelledby="delivery-confirmation">
          <fieldset disabled={locked} className="flex min-w-0 flex-col gap-2.5 md:gap-5 low:gap-2.5!">
            <CardTitle id="delivery-confirmation" icon={ClipboardCheck}>
              {t`Delivery Confirmation`}
            </CardTitle>
            <PhotoPicker
              {...mark('photo')}
              photo={draft.photo}
              busy={locked}
              onPhoto={(photo) => onChange({ photo })}
              onRemove={() => onChange({ photo: null })}
              onBeforeOpen={rest.onBeforeCamera}
            />
            <NameField
              mark={mark('name')}
              customer={order.customer}
              value={draft.customer_name}
              locked={locked}
              onName={(customer_name) => onChange({ customer_name })}
            />
            <div className="text-[0.9375rem]">
              <Checkbox
                {...mark('receipt')}
                label={t`I confirm receipt of the following items`}
                checked={draft.receipt_confirmed}
                onChecked={(receipt_confirmed) => onChange({ receipt_confirmed })}
              />
              <ItemsTable order={order} />
              {as_taken?.goods(mark('goods'))}
            </div>
            {!isNotToHandOver(order) && (
              <PaymentPart {...{ order, draft, tender, mark, onChange, as_taken }}>
                {rest.onOtherPayment && (
                  <QuietLink
                    text={t`Different payment`}
                    expanded={as_taken?.is_payment_open === true}
                    onPress={rest.onOtherPayment}
                  />
                )}
              </PaymentPart>
            )}
          </fieldset>
        </Card>
      </div>
      {!locked && <OtherOutcomes {...rest} takes_goods={!isNotToHandOver(order)} />}
      <ConfirmBar
        order={order}
        tender={tender}
        as_taken={as_taken}
        entry={entry}
        standing={standing}
        unmet={missing.length > 0}
        onConfirm={confirm}
      />
    </form>
  );
}

type OutcomesProps = Pick<Props, 'onRefuse' | 'onSomethingElse'> & { takes_goods: boolean };

/**
 * Opens what else can happen at the door. On phones these links end the form, above the bar that sticks to
 * the lower edge; on wide screens they are below the confirm button.
 */
function OtherOutcomes({ takes_goods, onRefuse, onSomethingElse }: OutcomesProps) {
  return (
    <div className="-mt-2 flex flex-wrap justify-center gap-x-4 md:mt-0 md:gap-x-8 lg:order-last lg:col-start-2">
      {takes_goods && onRefuse && <QuietLink text={t`Not everything taken`} onPress={onRefuse} />}
      {onSomethingElse && <QuietLink text={t`Something else happened`} onPress={onSomethingElse} />}
    </div>
  );
}

type PaymentProps = Pick<Props, 'order' | 'draft' | 'onChange'> & {
  as_taken: TakenForm | null;
  tender: Tender | null;
  mark: (part: Part) => Mark;
  /** Shown beside the confirmation. */
  children: ReactNode;
};

/** The payment method and its confirmation; for a paid order only a checked box. */
function PaymentPart({ order, draft, tender, mark, onChange, as_taken, children }: PaymentProps) {
  if (order.payment_status === 'paid') {
    return <Checkbox label={t`Received Payment (Auto-confirmed)`} checked disabled />;
  }
  return (
    <div className="flex flex-col gap-1">
      <RadioGroup
        {...mark('tender')}
        legend={t`Paid by:`}
        value={tender}
        options={TENDERS.map((value) => ({ value, label: tenderText(value) }))}
        onValue={(value) => onChange(as_taken?.withTender(value) ?? { tender: value })}
      />
      {as_taken?.payment(mark)}
      <div className="flex flex-wrap items-start gap-x-4">
        <div className="flex-auto">
          <Checkbox
            {...mark('payment')}
            label={t`Received Payment`}
            checked={draft.payment_received}
            onChecked={(payment_received) => onChange({ payment_received })}
          />
        </div>
        {children}
      </div>
      {as_taken?.confirmed}
    </div>
  );
}

/**
 * Returns the payment method that the driver selected, else the preselected one; an order of cash or card
 * has none.
 */
function tenderOf(order: OrderWithItems, draft: Draft): Tender | null {
  return draft.tender ?? defaultTender(order);
}

type Part = 'handover' | 'photo' | 'receipt' | 'name' | 'tender' | 'payment' | AsTakenPart;

/**
 * Returns the reasons why the form cannot be confirmed, in the form's order: the order must not be handed
 * over, else the missing parts, the payment last (specification section 5).
 */
function missingOf(order: OrderWithItems, draft: Draft, as_taken: TakenForm | null): Missing<Part>[] {
  if (isNotToHandOver(order)) {
    const words = doNotHandOverText(order.waits_because);
    // Such a form has no payment method, and its other missing parts do not matter.
    return [{ part: 'handover', toast: failure(words, t`Call the shop.`), words }];
  }
  const toast = missingInformation();
  const missing: Missing<Part>[] = [];
  if (!draft.photo) missing.push({ part: 'photo', toast, words: t`Take a photo of what you deliver` });
  if (draft.customer_name.trim() === '') {
    missing.push({ part: 'name', toast, words: t`Enter the recipient's name` });
  }
  if (!draft.receipt_confirmed) {
    missing.push({ part: 'receipt', toast, words: t`Confirm that the items were received` });
  }
  if (as_taken) missing.push(...as_taken.missing);
  const is_open = as_taken ? as_taken.is_open : order.payment_status === 'pending';
  const is_unselected = as_taken ? as_taken.is_unselected : tenderOf(order, draft) === null;
  if (is_open && is_unselected) {
    const words = t`Select how the customer pays`;
    missing.push({ part: 'tender', toast: { ...paymentConfirmationRequired(), description: words }, words });
  }
  if (is_open && !draft.payment_received) {
    const words = t`Confirm that you have received the payment`;
    missing.push({ part: 'payment', toast: paymentConfirmationRequired(), words });
  }
  return missing;
}
