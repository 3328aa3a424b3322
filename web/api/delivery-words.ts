import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { DeliveryConfirmed } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import type { DeliveryStage, ProblemBody } from '../../contract/rules/problems.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import { say } from '../words/i18n.ts';
import { problemTitle } from '../words/server-words.ts';
import { deviceTimeOff, failure, plainFailure, type ToastWords } from './problem-words.ts';
import { driverLookupFailed } from './read-failures.ts';

/** What became of the nudge to the shop's own system after a delivery; null: no answer, it goes on without us. */
export type FulfilmentOutcome = { result: 'ok'; warning?: string } | { result: 'failed' } | null;

type Conflict = NonNullable<DeliveryConfirmed['conflict']>;

const STAGE_FAILED: Record<DeliveryStage, MessageDescriptor> = {
  photo: msg`Failed to upload delivery image. Please check your internet connection and try again.`,
  note: msg`Failed to upload delivery note PDF. Please check your internet connection and try again.`,
  confirmation: msg`Failed to create delivery confirmation`,
  order: msg`Failed to update order status`,
};

/**
 * The toast of a delivery that failed at a stage, or was refused (specification section 8, rulings E3 and E4). Without a
 * stage a refusal is a confirmation that was not created, an unexpected error just that.
 */
export function deliveryFailed(stage: DeliveryStage | null, problem: ProblemBody | null = null): ToastWords {
  if (stage) return plainFailure(say(STAGE_FAILED[stage]));
  switch (problem?.code) {
    case 'missing_information':
      return missingInformation();
    case 'payment_confirmation_required':
      return paymentConfirmationRequired();
    case 'driver_not_found':
      return driverLookupFailed(problemTitle(problem.code, problem.title));
    case 'device_time_off':
      return plainFailure(deviceTimeOff());
    case 'unexpected':
      return plainFailure(t`An unexpected error occurred`);
    default:
      return plainFailure(say(STAGE_FAILED.confirmation));
  }
}

/**
 * The toasts after `done`, in this order: fulfilment, cash, success (ruling F2). Each names its order, except the driver's new total.
 * `due_fils`: the amount that was due at the door.
 */
export function toastsFor(
  answer: DeliveryConfirmed,
  due_fils: number,
  fulfilment: FulfilmentOutcome,
): ToastWords[] {
  const names = orderName(answer.order.order_number);
  const outcome = outcomeToast(answer);
  return [
    ...fulfilmentToasts(fulfilment).map((toast) => ({ ...toast, names })),
    ...cashToasts(answer.cash, names),
    answer.conflict === null ? { ...outcome, ...deliveredName(answer, due_fils) } : outcome,
  ];
}

/** The name of an order in the toasts about it. */
export function orderName(order_number: string): string {
  return `#${order_number}`;
}

function deliveredName({ order }: DeliveryConfirmed, due_fils: number): Pick<ToastWords, 'names' | 'amount'> {
  const names = t`#${order.order_number} delivered`;
  return due_fils > 0 ? { names, amount: formatMoney(due_fils) } : { names };
}

/** What is said of a conflict until the driver has taken note; null without one, or once he has. */
export function conflictWords(delivery: {
  answer: DeliveryConfirmed | null;
  acknowledged_at: number | null;
}): ToastWords | null {
  const { answer, acknowledged_at } = delivery;
  const open = answer?.outcome === 'recorded_with_conflict' && acknowledged_at === null;
  return open ? outcomeToast(answer) : null;
}

/** A warning of the server is shown as it is. No answer is no failure: the fulfilment is a row that the server works off. */
function fulfilmentToasts(fulfilment: FulfilmentOutcome): ToastWords[] {
  if (fulfilment === null) return [];
  if (fulfilment.result === 'failed') {
    return [warning(t`Order completed but Shopify fulfillment failed. Please contact support.`)];
  }
  return fulfilment.warning ? [warning(fulfilment.warning)] : [];
}

/** `success` false with an error null: the call itself failed (ruling A4). */
function cashToasts(cash: CashUpdate | null, names: string): ToastWords[] {
  if (!cash) return [];
  if (!cash.success) {
    const failed = t`Order completed but failed to update cash tracking. Please contact support.`;
    return [{ ...warning(cash.error === null ? failed : t`Cash tracking failed: ${cash.error}`), names }];
  }
  if (cash.new_total_fils === null) return [];
  return [
    {
      kind: 'success',
      title: t`Cash tracking updated. New total: ${formatMoney(cash.new_total_fils)}`,
      // Of many that go out one after another the newest total is left.
      about: 'cash_total',
    },
  ];
}

function outcomeToast({ conflict, order, cash }: DeliveryConfirmed): ToastWords {
  if (conflict === null) {
    return {
      kind: 'success',
      title: t`Delivery Confirmed`,
      description: t`Order has been successfully delivered and confirmed`,
    };
  }
  const kept = cash
    ? t`Your delivery, its photo and ${formatMoney(cash.amount_fils)} cash are recorded.`
    : t`Your delivery and its photo are recorded.`;
  return {
    kind: 'warning',
    title: t`Delivery recorded with a conflict`,
    names: orderName(order.order_number),
    description: `${whatHappened(conflict, order.order_number)} ${kept} ${t`Please tell your manager.`}`,
  };
}

function whatHappened(conflict: Conflict, order_number: string): string {
  switch (conflict) {
    case 'cancelled':
      return t`Order #${order_number} was cancelled before your delivery arrived here.`;
    case 'reassigned':
      return t`Order #${order_number} was given to another driver before your delivery arrived here.`;
    case 'already_delivered':
      return t`Order #${order_number} had already been recorded as delivered.`;
    case 'not_out_for_delivery':
      return t`Order #${order_number} was no longer out for delivery when your delivery arrived here.`;
    case 'amount_changed':
      return t`Order #${order_number} had another amount due by the time your delivery arrived here.`;
  }
}

function warning(description: string): ToastWords {
  return { kind: 'warning', title: t`Warning`, description };
}

export function missingInformation(): ToastWords {
  return failure(
    t`Missing Information`,
    t`Please capture a delivery image, enter customer name, and confirm receipt`,
  );
}

export function paymentConfirmationRequired(): ToastWords {
  return failure(t`Payment Confirmation Required`, t`Please confirm that payment has been received`);
}
