/**
 * The effect of a delivery on the payment and the driver's cash (ruling A6), shared by the server and the
 * form.
 */
export const PAYMENT_METHODS = ['cash', 'card', 'online'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_STATUSES = ['pending', 'paid'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The ways to pay on delivery. */
export const TENDERS = ['cash', 'card_machine'] as const;
export type Tender = (typeof TENDERS)[number];

/**
 * The ways to pay an order, as shown and selected; `either` is cash or card machine, selected on delivery.
 */
export const PAYMENT_CHOICES = ['cash', 'card', 'either', 'online'] as const;
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number];

/** Returns the columns in which a choice is stored. Older pages read `either` as cash. */
export function columnsOfChoice(choice: PaymentChoice): {
  payment_method: PaymentMethod;
  pays_either: boolean;
} {
  return choice === 'either'
    ? { payment_method: 'cash', pays_either: true }
    : { payment_method: choice, pays_either: false };
}

export function paymentChoice({ payment_method, pays_either }: PaysBy): PaymentChoice {
  return pays_either ? 'either' : payment_method;
}

/** `pays_either` is absent in data stored by older builds, which do not support it. */
export type PaysBy = { payment_method: PaymentMethod; pays_either?: boolean | undefined };

export type Payment = PaysBy & {
  payment_status: PaymentStatus;
  due_amount_fils: number;
};

export type Settlement = {
  /** The tender of the amount due; null if nothing was collected. */
  tender: Tender | null;
  /** The amount that the driver collected from the customer, by either tender. */
  collected_fils: number;
  /** The amount to add to the driver's cash on hand; 0 means that no movement is written. */
  cash_fils: number;
  payment_status: PaymentStatus;
};

/**
 * Returns the remaining payment for a driver who has already collected `taken_fils` for the order, so that no
 * customer pays twice.
 */
export function paymentLeft(payment: Payment, taken_fils: number): Payment {
  const { payment_method, pays_either, payment_status } = payment;
  const due_amount_fils = Math.max(0, payment.due_amount_fils - taken_fils);
  return {
    payment_method,
    ...(pays_either === undefined ? {} : { pays_either }),
    payment_status: due_amount_fils > 0 ? payment_status : 'paid',
    due_amount_fils,
  };
}

/** Returns the preselected tender in 'Paid by': card machine for card, none for either, otherwise cash. */
export function defaultTender({ payment_method, pays_either }: PaysBy): Tender | null {
  if (pays_either) return null;
  return payment_method === 'card' ? 'card_machine' : 'cash';
}

/**
 * Returns the payment that a confirmed delivery records. Callers must reject a pending order without
 * `payment_received`, or without a tender if none is preselected. A paid order records nothing, whatever was
 * sent.
 */
export function settle(
  payment: Payment,
  confirmed: { payment_received: boolean; tender: Tender | null },
): Settlement {
  const tender = confirmed.tender ?? defaultTender(payment);
  if (payment.payment_status === 'paid' || !confirmed.payment_received || tender === null) {
    return { tender: null, collected_fils: 0, cash_fils: 0, payment_status: payment.payment_status };
  }
  const collected_fils = payment.due_amount_fils;
  return {
    tender,
    collected_fils,
    cash_fils: tender === 'cash' ? collected_fils : 0,
    payment_status: 'paid',
  };
}
