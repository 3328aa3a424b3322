import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { orderName } from '../../api/delivery-messages.ts';
import { failure } from '../../api/problem-messages.ts';
import { amountErrorText, enterAboveZero } from '../../components/amount/amount-messages.ts';
import { typedAmountOf } from '../../components/amount/typed-amount.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { useOnline } from '../../ui/use-online.ts';
import { CASH_COMMANDS } from '../cash/cash-commands.ts';
import { makeCommand } from '../make-command.ts';
import { thisDevice } from '../this-device.ts';
import { isByReference, type PaymentForm, takenBy } from './order-payment-rules.ts';
import type { OrderPayment } from './prepare-order-payment.ts';

export type OwedOrder = OrderPayment['order'] & { customer_name: string };
type Part = 'amount' | 'reference' | 'customer_name';
export type OrderPaymentForm = ReturnType<typeof useOrderPayment>;

/** The form of a payment of an amount owed. The command is stored on the device, and sent automatically. */
export function useOrderPayment(profile: Profile, order: OwedOrder, onStored: () => void) {
  const { customer_name, ...of_order } = order;
  const first: PaymentForm = {
    tender: 'cash',
    typed: typedAmountOf(order.owed_fils),
    reference: '',
    customer_name,
  };
  const [form, setForm] = useState(first);
  const [payment_id] = useState(() => thisTab.random.uuid());
  const [busy, run] = useBusy();
  const online = useOnline();
  const taken = takenBy(form);
  const read = parseAmount(form.typed);
  const { check, mark } = useMissing<Part>(missingOf());

  function missingOf(): Missing<Part>[] {
    const found: Missing<Part>[] = [];
    if (!read.ok || read.amount_fils === 0) {
      const toast = failure(t`Invalid Amount`, t`Please enter a valid amount greater than 0`);
      const words = read.ok || read.reason === 'empty' ? enterAboveZero() : amountErrorText(read.reason);
      found.push({ part: 'amount', words, toast });
    }
    const missing = (part: Part, words: string) =>
      found.push({ part, words, toast: failure(t`Missing Information`, words) });
    if (isByReference(form.tender) && form.reference.trim() === '') {
      missing('reference', t`Enter the reference of the payment`);
    }
    if (form.customer_name.trim() === '') missing('customer_name', t`Enter the customer's name`);
    return found;
  }

  async function record(): Promise<void> {
    if (!check() || taken === null) return;
    const given: OrderPayment = { payment_id, order: of_order, customer_name: form.customer_name, taken };
    const command = CASH_COMMANDS.collect_owed;
    try {
      const made = { by: profile, command_id: thisTab.random.uuid(), device: thisDevice };
      await makeCommand(command, given, made);
    } catch (error) {
      showToast({ ...command.messages.notMade(error), names: orderName(order.order_number) });
      return;
    }
    if (!online) {
      const text = t`Saved on this device. It will be sent when the connection is back.`;
      showToast({
        kind: 'success',
        title: t`Payment saved`,
        names: orderName(order.order_number),
        description: text,
      });
    }
    onStored();
  }

  return {
    form,
    change: (changes: Partial<PaymentForm>) => setForm({ ...form, ...changes }),
    amount_fils: read.ok ? read.amount_fils : null,
    taken,
    mark,
    busy,
    record: () => run(record),
    dirty: JSON.stringify(form) !== JSON.stringify(first),
  };
}
