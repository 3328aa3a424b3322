import type { BeyondStaff, MovementReason, OrderChange, ReportName } from '../rules/reports/reports.ts';
import type { LabelList } from './label-list.ts';

/** The views of the desk that can be exported: reports, then lists. */
export const VIEW_LABELS: LabelList<
  ReportName | 'orders' | 'people' | 'machines' | 'phones' | 'stops' | 'not_taken' | 'audit'
> = {
  id: 'view',
  english: {
    deliveries: 'Deliveries',
    order_changes: 'Payments and corrections',
    expenses: 'Expenses',
    movements: 'Cash book',
    handovers: 'Handovers',
    collections: 'Collections',
    deposits: 'Bank deposits',
    floats: 'Floats',
    holders: 'Cash by holder',
    drivers: 'By driver',
    days: 'By day',
    book: 'Cash by day',
    attempts: 'Attempts',
    attempt_reasons: 'Attempts by reason',
    attempt_drivers: 'Attempts by driver',
    attempt_areas: 'Attempts by area',
    attempt_hours: 'Attempts by hour',
    orders: 'Orders',
    people: 'People',
    machines: 'Card machines',
    phones: 'Devices',
    stops: "Drivers' stops",
    not_taken: 'Import problems',
    audit: 'Audit',
  },
};

export const REASON_LABELS: LabelList<MovementReason> = {
  id: 'reason',
  english: {
    delivery: 'Delivery',
    start_handover: 'Start of day',
    end_handover: 'End of day',
    collection: 'Collection',
    drop: 'Cash during the day',
    bank_deposit: 'Bank deposit',
    issue: 'Out of the safe',
    float_return: 'Into the safe',
    opening: 'Opening entry',
    adjustment: 'Adjustment',
    difference: 'Short or over',
    settlement: 'Settlement',
    write_off: 'Write-off',
    late_delivery: 'Late delivery',
    reversal: 'Void',
    order_payment: 'Payment of an order',
    correction: 'Correction',
    expense: 'Expense',
  },
};

export const BEYOND_STAFF_LABELS: LabelList<BeyondStaff> = {
  id: 'beyond',
  english: {
    customers: 'Customers',
    bank: 'Bank',
    safe: 'Safe',
    opening: 'Opening',
    adjustment: 'Adjustment',
    shortage: 'Shortage',
    over: 'Over',
    expense: 'Expenses',
  },
};

export const HANDOVER_TYPE_LABELS: LabelList<'start' | 'end' | 'drop'> = {
  id: 'handover_type',
  english: { start: 'Start of day', end: 'End of day', drop: 'Cash during the day' },
};

export const DIRECTION_LABELS: LabelList<'issue' | 'return'> = {
  id: 'direction',
  english: { issue: 'Safe to admin', return: 'Admin to safe' },
};

export const OUTCOME_LABELS: LabelList<'delivered' | 'recorded_with_conflict' | 'correction' | 'payment'> = {
  id: 'outcome',
  english: {
    delivered: 'Delivered',
    recorded_with_conflict: 'Conflict',
    correction: 'Correction',
    payment: 'Later payment',
  },
};

export const ORDER_CHANGE_LABELS: LabelList<OrderChange> = {
  id: 'order_change',
  english: {
    payment: 'Later payment',
    correction: 'Correction',
    received: 'Payment received',
    not_received: 'Payment not received',
    waiver: 'Waiver',
    paid_back: 'Paid back',
  },
};
