import { formatMoney } from '../../contract/rules/money.ts';
import type { DeliveryStage, ProblemBody } from '../../contract/rules/problems.ts';
import type { CashUpdate, DeliveryConfirmed } from '../../contract/schemas/deliveries.ts';
import {
  DEVICE_TIME_OFF,
  driverLookupFailed,
  MISSING_INFORMATION,
  PAYMENT_CONFIRMATION_REQUIRED,
  plainFailure,
  type ToastWords,
} from './problem-words.ts';

/** What became of the nudge to the shop's own system after a delivery; null: no answer, it goes on without us. */
export type FulfilmentOutcome = { result: 'ok'; warning?: string } | { result: 'failed' } | null;

type Conflict = NonNullable<DeliveryConfirmed['conflict']>;

const STAGE_FAILED: Record<DeliveryStage, string> = {
  photo: 'Failed to upload delivery image. Please check your internet connection and try again.',
  note: 'Failed to upload delivery note PDF. Please check your internet connection and try again.',
  confirmation: 'Failed to create delivery confirmation',
  order: 'Failed to update order status',
};

const WHAT_HAPPENED: Record<Conflict, string> = {
  cancelled: 'was cancelled before your delivery arrived here',
  reassigned: 'was given to another driver before your delivery arrived here',
  already_delivered: 'had already been recorded as delivered',
  not_out_for_delivery: 'was no longer out for delivery when your delivery arrived here',
  amount_changed: 'had another amount due by the time your delivery arrived here',
};

/**
 * The toast of a delivery that failed at a stage, or was refused (specification section 8, rulings E3 and E4). Without a
 * stage a refusal is a confirmation that was not created, an unexpected error just that.
 */
export function deliveryFailed(stage: DeliveryStage | null, problem: ProblemBody | null = null): ToastWords {
  if (stage) return plainFailure(STAGE_FAILED[stage]);
  switch (problem?.code) {
    case 'missing_information':
      return MISSING_INFORMATION;
    case 'payment_confirmation_required':
      return PAYMENT_CONFIRMATION_REQUIRED;
    case 'driver_not_found':
      return driverLookupFailed(problem.title);
    case 'device_time_off':
      return plainFailure(DEVICE_TIME_OFF);
    case 'unexpected':
      return plainFailure('An unexpected error occurred');
    default:
      return plainFailure(STAGE_FAILED.confirmation);
  }
}

/** The toasts after `done`, in this order: fulfilment, cash, success (ruling F2). */
export function toastsFor(answer: DeliveryConfirmed, fulfilment: FulfilmentOutcome): ToastWords[] {
  return [...fulfilmentToasts(fulfilment), ...cashToasts(answer.cash), outcomeToast(answer)];
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
    return [warning('Order completed but Shopify fulfillment failed. Please contact support.')];
  }
  return fulfilment.warning ? [warning(fulfilment.warning)] : [];
}

/** `success` false with an error null: the call itself failed (ruling A4). */
function cashToasts(cash: CashUpdate | null): ToastWords[] {
  if (!cash) return [];
  if (!cash.success) {
    const failed = 'Order completed but failed to update cash tracking. Please contact support.';
    return [warning(cash.error === null ? failed : `Cash tracking failed: ${cash.error}`)];
  }
  if (cash.new_total_fils === null) return [];
  return [
    { kind: 'success', title: `Cash tracking updated. New total: ${formatMoney(cash.new_total_fils)}` },
  ];
}

function outcomeToast({ conflict, order, cash }: DeliveryConfirmed): ToastWords {
  if (conflict === null) {
    return {
      kind: 'success',
      title: 'Delivery Confirmed',
      description: 'Order has been successfully delivered and confirmed',
    };
  }
  const kept = cash
    ? `Your delivery, its photo and ${formatMoney(cash.amount_fils)} cash`
    : 'Your delivery and its photo';
  return {
    kind: 'warning',
    title: 'Delivery recorded with a conflict',
    description: `Order #${order.order_number} ${WHAT_HAPPENED[conflict]}. ${kept} are recorded. Please tell your manager.`,
  };
}

function warning(description: string): ToastWords {
  return { kind: 'warning', title: 'Warning', description };
}
