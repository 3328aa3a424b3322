/** What a delivery does to the payment and to the driver's cash (ruling A6): one pure function, for the server and, beforehand, the form. */
export const PAYMENT_METHODS = ['cash', 'card', 'online'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_STATUSES = ['pending', 'paid'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** How the customer paid at the door. */
export const TENDERS = ['cash', 'card_machine'] as const;
export type Tender = (typeof TENDERS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card',
  online: 'Online',
};
export const TENDER_LABELS: Record<Tender, string> = { cash: 'Cash', card_machine: 'Card machine' };

export type Payment = {
  payment_method: PaymentMethod;
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
  const { payment_method, payment_status } = payment;
  const due_amount_fils = Math.max(0, payment.due_amount_fils - taken_fils);
  return {
    payment_method,
    payment_status: due_amount_fils > 0 ? payment_status : 'paid',
    due_amount_fils,
  };
}

/** Preselected in 'Paid by': Card machine where the method is card, else Cash. */
export function defaultTender(payment_method: PaymentMethod): Tender {
  return payment_method === 'card' ? 'card_machine' : 'cash';
}

/** A pending order needs `payment_received`, or the caller refuses it. A paid order settles nothing, whatever else was sent. */
export function settle(
  payment: Payment,
  confirmed: { payment_received: boolean; tender: Tender | null },
): Settlement {
  if (payment.payment_status === 'paid' || !confirmed.payment_received) {
    return { tender: null, collected_fils: 0, cash_fils: 0, payment_status: payment.payment_status };
  }
  const tender = confirmed.tender ?? defaultTender(payment.payment_method);
  const collected_fils = payment.due_amount_fils;
  return {
    tender,
    collected_fils,
    cash_fils: tender === 'cash' ? collected_fils : 0,
    payment_status: 'paid',
  };
}

/** What a delivery adds to the driver's cash, as far as anybody knows before the door: all that is left is paid, and by the tender that is preselected. */
export function cashExpected(left: Payment): number {
  return settle(left, { payment_received: true, tender: null }).cash_fils;
}
