import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { DeliveryConfirmed } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import type { DeliveredAsTaken } from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import type { DeliveryStage, ProblemBody } from '../../contract/rules/problems.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import { translateDescriptor } from '../messages/i18n.ts';
import { problemTitle } from '../messages/server-messages.ts';
import { deviceTimeOff, failure, plainFailure, type ToastText } from './problem-messages.ts';
import { driverLookupFailed } from './read-failures.ts';

/**
 * The outcome of triggering the external fulfilment after a delivery. Null: the server did not respond; it
 * continues without the device.
 */
export type FulfilmentOutcome = { result: 'ok'; warning?: string } | { result: 'failed' } | null;

type Conflict = NonNullable<DeliveryConfirmed['conflict']>;

const STAGE_FAILED: Record<DeliveryStage, MessageDescriptor> = {
  photo: msg`Failed to upload delivery image. Please check your internet connection and try again.`,
  note: msg`Failed to upload delivery note PDF. Please check your internet connection and try again.`,
  confirmation: msg`Failed to create delivery confirmation`,
  order: msg`Failed to update order status`,
};

/**
 * Returns the toast of a delivery that failed at a stage or was rejected (specification section 8). A
 * rejection without a stage counts as a failed confirmation, except for an unexpected error.
 */
export function deliveryFailed(stage: DeliveryStage | null, problem: ProblemBody | null = null): ToastText {
  if (stage) return plainFailure(translateDescriptor(STAGE_FAILED[stage]));
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
      return plainFailure(translateDescriptor(STAGE_FAILED.confirmation));
  }
}

/**
 * Returns the toasts for a recorded delivery, in this order: fulfilment, cash, success. Each names its order,
 * except the toast of the driver's new total. `due_fils`: the amount due on delivery.
 */
export function toastsFor(
  response: DeliveryConfirmed,
  due_fils: number,
  fulfilment: FulfilmentOutcome,
): ToastText[] {
  const names = orderName(response.order.order_number);
  const outcome = outcomeToast(response);
  return [
    ...fulfilmentToasts(fulfilment).map((toast) => ({ ...toast, names })),
    ...cashToasts(response.cash, names),
    response.conflict === null ? { ...outcome, ...deliveredName(response, due_fils) } : outcome,
  ];
}

/** The name of an order in its toasts. */
export function orderName(order_number: string): string {
  return `#${order_number}`;
}

function deliveredName({ order }: DeliveryConfirmed, due_fils: number): Pick<ToastText, 'names' | 'amount'> {
  const names = t`#${order.order_number} delivered`;
  return due_fils > 0 ? { names, amount: formatMoney(due_fils) } : { names };
}

/** Returns the warning of a conflict that the driver has not acknowledged yet, otherwise null. */
export function conflictToast(delivery: {
  answer: DeliveryConfirmed | null;
  acknowledged_at: number | null;
}): ToastText | null {
  const { answer, acknowledged_at } = delivery;
  const open = answer?.outcome === 'recorded_with_conflict' && acknowledged_at === null;
  return open ? outcomeToast(answer) : null;
}

/**
 * A missing response is not a failure: the fulfilment is stored in the database, and the server retries it.
 */
function fulfilmentToasts(fulfilment: FulfilmentOutcome): ToastText[] {
  if (fulfilment === null) return [];
  if (fulfilment.result === 'failed') {
    return [warning(t`Order completed but Shopify fulfillment failed. Please contact support.`)];
  }
  return fulfilment.warning ? [warning(fulfilment.warning)] : [];
}

/** If `success` is false and `error` is null, the call itself failed (ruling A4). */
function cashToasts(cash: CashUpdate | null, names: string): ToastText[] {
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
      // After several deliveries in a row, only the newest total remains.
      about: 'cash_total',
    },
  ];
}

function outcomeToast(response: DeliveryConfirmed): ToastText {
  const { conflict, order, cash } = response;
  if (conflict === null) {
    const description = t`Order has been successfully delivered and confirmed`;
    return {
      kind: 'success',
      title: t`Delivery Confirmed`,
      description: [description, ...openTexts(response)].join('. '),
    };
  }
  const recorded = cash
    ? t`Your delivery, its photo and ${formatMoney(cash.amount_fils)} cash are recorded.`
    : t`Your delivery and its photo are recorded.`;
  return {
    kind: 'warning',
    title: t`Delivery recorded with a conflict`,
    names: orderName(order.order_number),
    description: `${conflictText(conflict, order.order_number)} ${recorded} ${t`Please tell your manager.`}`,
  };
}

/** The open amounts of a delivery that was not paid exactly; empty for a plain delivery. */
function openTexts(response: DeliveryConfirmed | DeliveredAsTaken): string[] {
  if (!('owed_fils' in response)) return [];
  const { owed_fils, unmatched_fils, refund_fils } = response;
  return [
    ...(owed_fils > 0 ? [t`The customer owes ${formatMoney(owed_fils)}`] : []),
    ...(unmatched_fils > 0 ? [t`Pending: ${formatMoney(unmatched_fils)}`] : []),
    ...(refund_fils > 0 ? [t`Owed to the customer: ${formatMoney(refund_fils)}`] : []),
  ];
}

function conflictText(conflict: Conflict, order_number: string): string {
  switch (conflict) {
    case 'cancelled':
      return t`Order #${order_number} was cancelled before your delivery reached the server.`;
    case 'reassigned':
      return t`Order #${order_number} was assigned to another driver before your delivery reached the server.`;
    case 'already_delivered':
      return t`Order #${order_number} had already been recorded as delivered.`;
    case 'not_out_for_delivery':
      return t`Order #${order_number} was no longer out for delivery when your delivery reached the server.`;
    case 'amount_changed':
      return t`The amount due for order #${order_number} changed before your delivery reached the server.`;
  }
}

function warning(description: string): ToastText {
  return { kind: 'warning', title: t`Warning`, description };
}

export function missingInformation(): ToastText {
  return failure(
    t`Missing Information`,
    t`Please capture a delivery image, enter customer name, and confirm receipt`,
  );
}

export function paymentConfirmationRequired(): ToastText {
  return failure(t`Payment Confirmation Required`, t`Please confirm that payment has been received`);
}
