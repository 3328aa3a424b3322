import { TENDERS } from '../orders/tender.ts';

/**
 * The reports at the desk, as data for both sides: screen, print, exports and command line show the columns named here, in this order, and
 * nothing else decides what a report has.
 */

/** What a cell holds. Amounts are fils, times are instants, days are `2026-11-23`; a word is one of a known few, and put into words by who shows it. */
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
  | 'flag';

export type ReportColumn = {
  id: string;
  kind: CellKind;
  /** Added up over the whole period. */
  sum?: true;
};

/** What a report is narrowed to beside its days. */
export const REPORT_FILTERS = [
  'user_id',
  'tender',
  'reason',
  'beyond',
  'flow',
  'handover_type',
  'differs',
  'late',
] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

export type ReportDescription = {
  /** By which clock its days are counted: when it happened at the door, or when the server wrote it into the book. */
  clock: 'door' | 'recorded';
  /** A list has a row for each record, page by page; a table has a row for each day or person. */
  shape: 'list' | 'table';
  filters: readonly ReportFilter[];
  columns: readonly ReportColumn[];
};

/** What was recorded more than so long after it happened is told as having come later. */
export const LATE_AFTER_MS = 60 * 60 * 1000;

/** Rows of one answer. */
export const REPORT_PAGE = 100;

/** Where cash comes from or goes to that is with no member of staff. */
export const BEYOND_STAFF = ['customers', 'bank', 'safe', 'opening', 'adjustment'] as const;
export type BeyondStaff = (typeof BEYOND_STAFF)[number];

export const MOVEMENT_REASONS = [
  'delivery',
  'start_handover',
  'end_handover',
  'collection',
  'bank_deposit',
  'issue',
  'float_return',
  'opening',
  'adjustment',
  'reversal',
] as const;
export type MovementReason = (typeof MOVEMENT_REASONS)[number];

/** What came to the person that is chosen, to staff from where is chosen, or to staff at all; or what went. */
export const CASH_FLOWS = ['in', 'out'] as const;
export type CashFlow = (typeof CASH_FLOWS)[number];

export const DAY_HANDOVER_TYPES = ['start', 'end'] as const;
export const REPORT_TENDERS = TENDERS;

const at = (id: string): ReportColumn => ({ id, kind: 'time' });
const amount = (id: string): ReportColumn => ({ id, kind: 'amount', sum: true });
const balance = (id: string): ReportColumn => ({ id, kind: 'amount' });
const count = (id: string): ReportColumn => ({ id, kind: 'count', sum: true });
const name = (id: string): ReportColumn => ({ id, kind: 'name' });
const word = (id: string): ReportColumn => ({ id, kind: 'word' });
const reference = (id: string): ReportColumn => ({ id, kind: 'reference' });
const text = (id: string): ReportColumn => ({ id, kind: 'text' });
const LATE: ReportColumn = { id: 'late', kind: 'flag' };

/** By name, in the order of the menu. Ids of columns say what they are in every report alike. */
export const REPORTS = {
  /** What was delivered, with proofs; by the time at the door. */
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
      word('outcome'),
    ],
  },
  /** The cash book line by line. */
  movements: {
    clock: 'recorded',
    shape: 'list',
    filters: ['user_id', 'reason', 'beyond', 'flow', 'late'],
    columns: [
      at('recorded_at'),
      at('occurred_at'),
      LATE,
      word('reason'),
      /** A name where it is with staff, else `from_beyond` or `to_beyond` says where. */
      name('from_name'),
      word('from_beyond'),
      name('to_name'),
      word('to_beyond'),
      amount('amount_fils'),
      /** The order's number, the reference of the handover, deposit or float, the words of an adjustment; null where the operator issued. */
      reference('source'),
    ],
  },
  /** Starts and ends of day, with what was missing or too much at each end. */
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
    ],
  },
  /** Of everybody who ever held cash: what they had, got, gave and have. Closing is the next period's opening. */
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
  /** Deliveries and takings of each driver. */
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
    ],
  },
  /** Deliveries and takings of each day. */
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
    ],
  },
  /** The cash book day by day: what all staff held together, and what came and went. */
  book: {
    clock: 'recorded',
    shape: 'table',
    filters: [],
    columns: [
      { id: 'day', kind: 'day' },
      balance('opening_fils'),
      /** From customers, net of what was reversed; so with all that follow: what came less what went. */
      amount('collected_fils'),
      amount('banked_fils'),
      amount('issued_fils'),
      amount('returned_fils'),
      amount('opened_fils'),
      amount('adjusted_fils'),
      balance('closing_fils'),
      /** Ends of day that differed, and by how much together, net. */
      count('differences'),
      amount('difference_fils'),
    ],
  },
} as const satisfies Record<string, ReportDescription>;

export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as readonly ReportName[];

/** The ids of a report's columns. */
export type ColumnsOf<Name extends ReportName> = (typeof REPORTS)[Name]['columns'][number]['id'];
