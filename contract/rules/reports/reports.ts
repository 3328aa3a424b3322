import { TENDERS } from '../orders/tender.ts';

/**
 * The reports at the desk. Screen, print, exports and command line all show the columns named here, in this
 * order.
 */

/**
 * The kind of a cell's value: amounts in fils, times as instants, days as `2026-11-23`, and `word` for codes
 * that the view translates.
 */
export type CellKind =
  | 'text'
  | 'name'
  | 'phone'
  | 'reference'
  | 'order_number'
  | 'word'
  | 'amount'
  | 'count'
  | 'time'
  | 'day'
  | 'flag'
  /** A whole percentage; null without anything to divide by. */
  | 'share';

export type ReportColumn = {
  id: string;
  kind: CellKind;
  /** True if the column has a total over the whole period. */
  sum?: true;
  /** True if the screen hides the column while all its values are 0. */
  when_used?: true;
  /** The ids of the columns whose quotient a share is, in rows and totals. */
  share?: { part: string; of: string };
};

/** The filters of reports, in addition to the period. */
export const REPORT_FILTERS = [
  'user_id',
  'tender',
  'change',
  'reason',
  'beyond',
  'flow',
  'handover_type',
  'differs',
  'undone',
  'late',
] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

export type ReportDescription = {
  /**
   * The time that determines the day of a record: `door` is the delivery time, `attempted` the time of the
   * attempt, `recorded` the time of recording on the server. Deliveries next to attempts count by delivery
   * time.
   */
  clock: 'door' | 'attempted' | 'recorded';
  /** A list has a row for each record, page by page; a table has a row for each day or person. */
  shape: 'list' | 'table';
  filters: readonly ReportFilter[];
  columns: readonly ReportColumn[];
};

/** The delay after which a record counts as late, in ms between the event and its recording. */
export const LATE_AFTER_MS = 60 * 60 * 1000;

/** The rows in one page. */
export const REPORT_PAGE = 100;

/** The sources and destinations of cash other than staff. */
export const BEYOND_STAFF = [
  'customers',
  'bank',
  'safe',
  'opening',
  'adjustment',
  'shortage',
  'over',
  'expense',
] as const;
export type BeyondStaff = (typeof BEYOND_STAFF)[number];

export const MOVEMENT_REASONS = [
  'delivery',
  'start_handover',
  'end_handover',
  'collection',
  'drop',
  'bank_deposit',
  'issue',
  'float_return',
  'opening',
  'adjustment',
  'difference',
  'settlement',
  'write_off',
  'late_delivery',
  'reversal',
  'order_payment',
  'correction',
  'expense',
] as const;
export type MovementReason = (typeof MOVEMENT_REASONS)[number];

/**
 * The direction of cash: to or from the selected person, staff from or to the selected place, or any staff.
 */
export const CASH_FLOWS = ['in', 'out'] as const;
export type CashFlow = (typeof CASH_FLOWS)[number];

/** The ways in which an order changes after its delivery. */
export const ORDER_CHANGES = [
  'payment',
  'correction',
  'received',
  'not_received',
  'waiver',
  'paid_back',
] as const;
export type OrderChange = (typeof ORDER_CHANGES)[number];

export const DAY_HANDOVER_TYPES = ['start', 'end', 'drop'] as const;
/** A report filtered by a tender has the records with an amount by it. */
export const REPORT_TENDERS = [...TENDERS, 'payment_link', 'bank_transfer'] as const;

/** Only attempts that the driver has undone, or only the others. */
export const UNDONE_CHOICES = ['no', 'yes'] as const;

const at = (id: string): ReportColumn => ({ id, kind: 'time' });
const amount = (id: string): ReportColumn => ({ id, kind: 'amount', sum: true });
const amountIfUsed = (id: string): ReportColumn => ({ id, kind: 'amount', sum: true, when_used: true });
const balance = (id: string): ReportColumn => ({ id, kind: 'amount' });
const count = (id: string): ReportColumn => ({ id, kind: 'count', sum: true });
const name = (id: string): ReportColumn => ({ id, kind: 'name' });
const word = (id: string): ReportColumn => ({ id, kind: 'word' });
const reference = (id: string): ReportColumn => ({ id, kind: 'reference' });
const text = (id: string): ReportColumn => ({ id, kind: 'text' });
/** The void of a record is a movement of its own, on the day on which it was recorded (ruling H12). */
const VOIDED: ReportColumn = { id: 'voided', kind: 'flag' };
const LATE: ReportColumn = { id: 'late', kind: 'flag' };
/** Not summed: an order with attempts in two rows is one order. */
const ATTEMPTED_ORDERS: ReportColumn = { id: 'attempted_orders', kind: 'count' };
/**
 * Pending payments by reference, rounding, what is owed after them (negative: too much was taken), and what
 * was paid before for goods that the customer did not take.
 */
const NOT_COLLECTED = [
  amountIfUsed('link_fils'),
  amountIfUsed('transfer_fils'),
  amountIfUsed('rounding_fils'),
  amountIfUsed('owed_fils'),
  amountIfUsed('refund_fils'),
] as const satisfies readonly ReportColumn[];
const FIRST_ATTEMPTS = [
  count('delivered'),
  /** Delivered orders without an earlier attempt that was not undone. */
  count('delivered_first'),
  { id: 'first_share', kind: 'share', share: { part: 'delivered_first', of: 'delivered' } },
] as const satisfies readonly ReportColumn[];

/** The reports by name, in the order of the menu. A column id has the same meaning in all reports. */
export const REPORTS = {
  /**
   * Deliveries with proofs and later payments, by their time, and corrections as differences, by the time of
   * recording.
   */
  deliveries: {
    clock: 'door',
    shape: 'list',
    filters: ['user_id', 'tender', 'late'],
    columns: [
      at('delivered_at'),
      at('recorded_at'),
      LATE,
      { id: 'order_number', kind: 'order_number' },
      name('customer_name'),
      { id: 'phone', kind: 'phone' },
      name('driver_name'),
      word('tender'),
      amount('collected_fils'),
      amount('cash_fils'),
      amountIfUsed('card_machine_fils'),
      ...NOT_COLLECTED,
      word('outcome'),
    ],
  },
  /** All movements of the cash book. */
  movements: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id', 'reason', 'beyond', 'flow', 'late'],
    columns: [
      at('recorded_at'),
      at('occurred_at'),
      LATE,
      word('reason'),
      /**
       * The name of a member of staff, or of the person whose account `from_beyond` or `to_beyond` is; null
       * for other places.
       */
      name('from_name'),
      word('from_beyond'),
      name('to_name'),
      word('to_beyond'),
      amount('amount_fils'),
      /**
       * The order number, the reference of the handover, deposit, float, settlement or void, or the text of
       * an adjustment or a write-off; null for issues by the operator.
       */
      reference('source'),
    ],
  },
  /** Starts and ends of day with their differences, and cash taken during the day. */
  handovers: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id', 'handover_type', 'differs', 'late'],
    columns: [
      at('recorded_at'),
      at('completed_at'),
      LATE,
      word('handover_type'),
      reference('reference'),
      name('driver_name'),
      name('admin_name'),
      amount('amount_fils'),
      amount('difference_fils'),
      reference('card_machine'),
      VOIDED,
      text('notes'),
    ],
  },
  collections: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id', 'late'],
    columns: [
      at('recorded_at'),
      at('completed_at'),
      LATE,
      reference('reference'),
      name('staff_name'),
      name('manager_name'),
      amount('amount_fils'),
      VOIDED,
      text('notes'),
    ],
  },
  deposits: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id', 'late'],
    columns: [
      at('recorded_at'),
      at('occurred_at'),
      LATE,
      { id: 'deposit_date', kind: 'day' },
      reference('reference'),
      name('manager_name'),
      amount('amount_fils'),
      VOIDED,
      text('notes'),
    ],
  },
  floats: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id', 'late'],
    columns: [
      at('recorded_at'),
      at('completed_at'),
      LATE,
      word('direction'),
      reference('reference'),
      name('admin_name'),
      name('manager_name'),
      amount('issued_fils'),
      amount('returned_fils'),
      VOIDED,
    ],
  },
  /** The opening balance, receipts, payments and closing balance of all users who ever held cash. */
  holders: {
    clock: 'recorded',
    shape: 'table',
    filters: ['user_id'],
    columns: [
      name('full_name'),
      word('role'),
      amount('opening_fils'),
      amount('in_fils'),
      amount('out_fils'),
      amount('closing_fils'),
    ],
  },
  /** Deliveries and collected amounts by driver. */
  drivers: {
    clock: 'door',
    shape: 'table',
    filters: ['user_id'],
    columns: [
      name('driver_name'),
      count('deliveries'),
      count('late_deliveries'),
      amount('cash_fils'),
      amount('card_machine_fils'),
      amount('collected_fils'),
      ...NOT_COLLECTED,
    ],
  },
  /** Deliveries and collected amounts by day. */
  days: {
    clock: 'door',
    shape: 'table',
    filters: ['user_id'],
    columns: [
      { id: 'day', kind: 'day' },
      count('deliveries'),
      count('late_deliveries'),
      amount('cash_fils'),
      amount('card_machine_fils'),
      amount('collected_fils'),
      ...NOT_COLLECTED,
    ],
  },
  /** The cash book by day: the balances of all staff together, and the movements between them. */
  book: {
    clock: 'recorded',
    shape: 'table',
    filters: [],
    columns: [
      { id: 'day', kind: 'day' },
      balance('opening_fils'),
      /** From customers, net of reversals. This and the following amounts are net: receipts less payments. */
      amount('collected_fils'),
      amount('banked_fils'),
      amount('issued_fils'),
      amount('returned_fils'),
      amount('opened_fils'),
      amount('adjusted_fils'),
      amount('short_fils'),
      amount('over_fils'),
      amountIfUsed('spent_fils'),
      balance('closing_fils'),
      /** The ends of day with a difference, and the net sum of their differences. */
      count('differences'),
      amount('difference_fils'),
    ],
  },
  /** The changes of orders after their deliveries. Every amount is a difference. */
  order_changes: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id', 'change', 'late'],
    columns: [
      at('recorded_at'),
      at('occurred_at'),
      LATE,
      word('change'),
      { id: 'order_number', kind: 'order_number' },
      name('customer_name'),
      /** The user who recorded or decided it. */
      name('by_name'),
      amount('cash_fils'),
      amount('card_machine_fils'),
      /** By link or transfer: pending until a Manager decides about it. */
      amount('pending_fils'),
      amount('matched_fils'),
      amount('owed_fils'),
      /** Owed to the customer for refused goods, and paid back. */
      amount('refund_fils'),
      reference('reference'),
      text('reason_text'),
    ],
  },
  /** Approved expenses, refunds to customers included. */
  expenses: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id'],
    columns: [
      at('recorded_at'),
      at('occurred_at'),
      reference('reference'),
      name('full_name'),
      word('expense_kind'),
      { id: 'order_number', kind: 'order_number' },
      amount('amount_fils'),
      text('note'),
    ],
  },
  /** Deliveries that did not happen, undone ones included. */
  attempts: {
    clock: 'attempted',
    shape: 'list',
    filters: ['user_id', 'undone', 'late'],
    columns: [
      at('occurred_at'),
      at('recorded_at'),
      LATE,
      { id: 'order_number', kind: 'order_number' },
      name('customer_name'),
      text('area'),
      name('driver_name'),
      word('attempt_reason'),
      text('note'),
      { id: 'number', kind: 'count' },
      word('conflict'),
      { id: 'undone', kind: 'flag' },
      text('hour'),
    ],
  },
  /** Attempts that were not undone, by reason. The most frequent reason is first. */
  attempt_reasons: {
    clock: 'attempted',
    shape: 'table',
    filters: ['user_id'],
    columns: [word('attempt_reason'), count('attempts'), ATTEMPTED_ORDERS],
  },
  /** Attempts that were not undone, and deliveries, by driver. */
  attempt_drivers: {
    clock: 'attempted',
    shape: 'table',
    filters: ['user_id'],
    columns: [name('driver_name'), count('attempts'), ATTEMPTED_ORDERS, ...FIRST_ATTEMPTS],
  },
  /** Attempts that were not undone, and deliveries, by the order's area; most attempts first. */
  attempt_areas: {
    clock: 'attempted',
    shape: 'table',
    filters: ['user_id'],
    columns: [text('area'), count('attempts'), ATTEMPTED_ORDERS, ...FIRST_ATTEMPTS],
  },
  /** Attempts that were not undone, and deliveries, by hour of the day in the shop's time zone. */
  attempt_hours: {
    clock: 'attempted',
    shape: 'table',
    filters: ['user_id'],
    columns: [text('hour'), count('attempts'), ATTEMPTED_ORDERS, ...FIRST_ATTEMPTS],
  },
} as const satisfies Record<string, ReportDescription>;

export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as readonly ReportName[];

/** The ids of a report's columns. */
export type ColumnsOf<Name extends ReportName> = (typeof REPORTS)[Name]['columns'][number]['id'];
