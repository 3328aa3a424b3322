import { t } from '@lingui/core/macro';
import { PAYMENT_MEANING_LABELS, STATUS_MEANING_LABELS } from '../../../contract/labels/meaning-labels.ts';
import type { PaymentOfOrder } from '../../../contract/operations/desk/names/preview-names.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import {
  type NameKind,
  type NameMeaning,
  PAYMENT_MEANINGS,
  type PaymentMeaning,
  STATUS_MEANINGS,
  type StatusMeaning,
} from '../../../contract/rules/import/source-names.ts';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import { label } from '../../messages/label.ts';
import { paymentMethodText } from '../../messages/order-messages.ts';
import { waitText } from '../orders/wait-messages.ts';

/** Returns the meanings of a kind, in the order in which they are offered. */
export function meaningOptions(kind: NameKind): { value: NameMeaning; label: string }[] {
  const meanings = kind === 'payment' ? PAYMENT_MEANINGS : STATUS_MEANINGS;
  return meanings.map((value) => ({ value, label: meaningText(kind, value) }));
}

export function meaningText(kind: NameKind, meaning: NameMeaning): string {
  return label(kind === 'payment' ? PAYMENT_MEANING_LABELS : STATUS_MEANING_LABELS, meaning);
}

/** Describes the consequence of a meaning. */
export function meaningHint(kind: NameKind, meaning: NameMeaning): string {
  if (kind === 'status') {
    const hints: Record<StatusMeaning, string> = {
      deliver: t`The order is imported.`,
      unpaid: t`The order is not imported: it is not paid yet.`,
      over: t`The order is not imported.`,
    };
    return hints[meaning as StatusMeaning];
  }
  const hints: Record<PaymentMeaning, string> = {
    cash: t`The driver collects cash.`,
    card: t`The customer pays by card machine.`,
    either: t`The driver selects cash or card machine on delivery.`,
    online: t`Nothing is collected. An order with an amount due waits at the desk.`,
    instalments: t`Another company pays the shop. Nothing is collected.`,
    unpaid: t`The order waits at the desk until it is paid.`,
  };
  return hints[meaning as PaymentMeaning];
}

/** Returns a name as the source wrote it; an order may name no payment. */
export function nameText({ kind, name }: { kind: NameKind; name: string }): string {
  if (name.trim() !== '') return name;
  return kind === 'payment' ? t`(no payment name)` : t`(empty)`;
}

/** Describes how an order is paid: `Cash or card machine, AED 55.00 due`. */
export function paymentText({
  payment_method,
  pays_either,
  due_amount_fils,
  waits_because,
}: PaymentOfOrder): string {
  if (waits_because !== null) return waitText(waits_because);
  const method = pays_either ? meaningText('payment', 'either') : paymentMethodText(payment_method);
  return t`${method}, ${formatMoney(due_amount_fils)} due`;
}

/** Returns null if the meaning does not belong to the kind of the name. */
export function definitionOf(
  { kind, name }: { kind: NameKind; name: string },
  meaning: string,
): NameDefinition | null {
  const of_payment = PAYMENT_MEANINGS.find((one) => one === meaning);
  const of_status = STATUS_MEANINGS.find((one) => one === meaning);
  if (kind === 'payment') return of_payment ? { kind, name, meaning: of_payment } : null;
  return of_status ? { kind, name, meaning: of_status } : null;
}
