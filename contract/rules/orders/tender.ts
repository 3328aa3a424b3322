/** What a delivery does to the payment and to the driver's cash (ruling A6): one pure function, for the server and, beforehand, the form. */
export const PAYMENT_METHODS = ['cash', 'card', 'online'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_STATUSES = ['pending', 'paid'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** How the customer paid at the door. */
export const TENDERS = ['cash', 'card_machine'] as const;
export type Tender = (typeof TENDERS)[number];

/** How an order may be paid, as it is shown and selected: `either` is cash or card machine, selected at the door. */
export const PAYMENT_CHOICES = ['cash', 'card', 'either', 'online'] as const;
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number];

/** The columns of an order that a choice is stored in; older pages read an order that is paid by either as cash. */
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

/** `pays_either` is absent in data that older builds stored, which know no such order. */
export type PaysBy = { payment_method: PaymentMethod; pays_either?: boolean | undefined };

export type Payment = PaysBy & {
  payment_status: PaymentStatus;
  due_amount_fils: number;
};

export type Settlement = {
  /** How the amount due was taken; null when nothing was to be taken. */
  tender: Tender | null;
  /** What the driver took from the customer, by whichever tender. */
  collected_fils: number;
  /** What moves from customers to the driver's cash on hand; 0 means that no movement is written. */
  cash_fils: number;
  payment_status: PaymentStatus;
};

/** The payment that is left for somebody who has already taken `taken_fils` for the order: nobody pays the same driver twice. */
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

/** The tender that is preselected in 'Paid by': card machine where the method is card, none where it is either, else cash. */
export function defaultTender({ payment_method, pays_either }: PaysBy): Tender | null {
  if (pays_either) return null;
  return payment_method === 'card' ? 'card_machine' : 'cash';
}

/**
 * A pending order needs `payment_received`, and a tender where none is preselected, or the caller refuses it. A paid order settles
 * nothing, whatever else was sent.
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
