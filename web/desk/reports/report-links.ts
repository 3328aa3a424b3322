import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import { daysLater, type Period } from '../../../contract/rules/reports/report-period.ts';
import type { ReportName } from '../../../contract/rules/reports/reports.ts';
import {
  cashRecordPath,
  type DeskPath,
  deskOrderPath,
  driverDayPath,
  personPath,
} from '../shell/desk-places.ts';
import { type AddressPeriod, type ReportFilters, reportPath } from './report-address.ts';

/** The open report and its period; the links of its figures keep a preset. */
export type Open = { report: ReportName; period: AddressPeriod; days: Period; filters: ReportFilters };

/** The longest period of a report, in days. */
const LONGEST_DAYS = 3_652;

/**
 * Returns the target of a cell's link: a record, a person, or for a figure the list of the rows that it
 * counts. Null: no link. `row` is null for the totals.
 */
export function cellPath(open: Open, row: ReportRow | null, column_id: string): DeskPath | null {
  const figures = FIGURES[open.report];
  if (figures) {
    const listed = figures(open, row)[column_id];
    if (listed) return reportPath(listed);
  }
  if (!row) return null;
  const id = (key: string) => (typeof row[key] === 'string' ? row[key] : null);
  const user_id = PERSONS[column_id] && id(PERSONS[column_id]);
  if (user_id) return personPath(user_id);
  if (column_id === 'reference') return recordPath(open.report, row);
  if (column_id !== 'order_number' && column_id !== 'source') return null;
  const order_id = id('order_id');
  return order_id ? deskOrderPath(order_id) : recordPath(open.report, row);
}

/** Returns the path of the driver's statement of the day; null for other people and for longer periods. */
export function statementPath(
  { report, days }: Open,
  { role, user_id, driver_id }: ReportRow,
): DeskPath | null {
  const is_driver =
    (report === 'drivers' && driver_id !== null) || (report === 'holders' && role === 'Driver');
  return is_driver && days.from === days.to && typeof user_id === 'string'
    ? driverDayPath(user_id, days.from)
    : null;
}

/** Returns the path of a cash record; null for one that was never signed, which has no page. */
function recordPath(report: ReportName, row: ReportRow): DeskPath | null {
  const { handover_id, deposit_id, float_id, source_type, source_id, handover_type } = row;
  const of = (kind: CashRecordKind, id: ReportRow[string] | undefined) =>
    typeof id === 'string' ? cashRecordPath(kind, id) : null;
  const is_collection = report === 'collections' || handover_type === 'collection';
  const handover = is_collection ? 'collection' : 'handover';
  const source = { cash_handover: handover, bank_deposit: 'deposit', cash_float: 'float' } as const;
  const kind = source[source_type as keyof typeof source];
  return (
    of(handover, handover_id) ??
    of('deposit', deposit_id) ??
    of('float', float_id) ??
    (report === 'movements' && kind ? of(kind, source_id) : null)
  );
}

/** The key of the person's id in a row, by the column of their name. */
const PERSONS: Record<string, string> = {
  driver_name: 'user_id',
  full_name: 'user_id',
  from_name: 'from_user_id',
  to_name: 'to_user_id',
  by_name: 'by_user_id',
};

/** Returns the target of a whole row. */
export function rowPath(open: Open, row: ReportRow): DeskPath | null {
  for (const column of ROWS[open.report]) {
    const path = cellPath(open, row, column);
    if (path) return path;
  }
  return null;
}

const ROWS: Record<ReportName, readonly string[]> = {
  deliveries: ['order_number'],
  order_changes: ['order_number'],
  expenses: ['order_number', 'full_name'],
  movements: ['source'],
  handovers: ['reference'],
  collections: ['reference'],
  deposits: ['reference'],
  floats: ['reference'],
  holders: ['in_fils'],
  drivers: ['deliveries'],
  days: ['deliveries'],
  book: ['closing_fils'],
  attempts: ['order_number'],
  attempt_reasons: [],
  attempt_drivers: ['attempts'],
  attempt_areas: [],
  attempt_hours: [],
};

type Listed = Parameters<typeof reportPath>[0];
type Figures = (open: Open, row: ReportRow | null) => Record<string, Listed | null>;

/** The lists behind a table's figures. The totals cover all days and people of the table. */
const FIGURES: Partial<Record<ReportName, Figures>> = {
  holders: ({ period, days, filters }, row) => {
    const moved = ownOf(row, filters);
    const until = (to: string): Listed => ({
      report: 'movements',
      period: { from: daysLater(to, 1 - LONGEST_DAYS), to },
      filters: moved,
    });
    const within = (flow: 'in' | 'out'): Listed => ({
      report: 'movements',
      period,
      filters: { ...moved, flow },
    });
    return {
      opening_fils: until(daysLater(days.from, -1)),
      // For all people together, cash also moves between them; no list contains such a movement twice.
      in_fils: moved.user_id === undefined ? null : within('in'),
      out_fils: moved.user_id === undefined ? null : within('out'),
      closing_fils: until(days.to),
    };
  },
  drivers: ({ period, filters }, row) => deliveredIn(period, ownOf(row, filters)),
  days: ({ period, filters }, row) => ({
    ...deliveredIn(dayOfRow(row) ?? period, filters),
    day: row && deliveredIn(dayOfRow(row) ?? period, filters).deliveries,
  }),
  book: ({ period, days }, row) => {
    const over = dayOfRow(row) ?? period;
    const { from, to } = dayOfRow(row) ?? days;
    const moved = (filters: ReportFilters): Listed => ({ report: 'movements', period: over, filters });
    const held = (day: string): Listed => ({ report: 'holders', period: { from: day, to: day } });
    const differing: Listed = {
      report: 'handovers',
      period: over,
      filters: { handover_type: 'end', differs: 'yes' },
    };
    return {
      day: row && moved({}),
      opening_fils: row && held(from),
      collected_fils: moved({ beyond: 'customers' }),
      banked_fils: moved({ beyond: 'bank' }),
      issued_fils: moved({ beyond: 'safe', flow: 'in' }),
      returned_fils: moved({ beyond: 'safe', flow: 'out' }),
      opened_fils: moved({ beyond: 'opening' }),
      adjusted_fils: moved({ beyond: 'adjustment' }),
      spent_fils: { report: 'expenses', period: over },
      closing_fils: row && held(to),
      differences: differing,
      difference_fils: differing,
    };
  },
  attempt_drivers: attemptsListed,
  // The list of attempts has no filter for the rows of these tables.
  attempt_reasons: (open, row) => (row ? {} : attemptsListed(open, null)),
  attempt_areas: (open, row) => (row ? {} : attemptsListed(open, null)),
  attempt_hours: (open, row) => (row ? {} : attemptsListed(open, null)),
};

function attemptsListed({ period, filters }: Open, row: ReportRow | null) {
  const counted: ReportFilters = { ...ownOf(row, filters), undone: 'no' };
  return { attempts: { report: 'attempts', period, filters: counted } as Listed };
}

function deliveredIn(period: AddressPeriod, filters: ReportFilters) {
  const listed = (more: ReportFilters): Listed => ({
    report: 'deliveries',
    period,
    filters: { ...filters, ...more },
  });
  return {
    deliveries: listed({}),
    late_deliveries: listed({ late: 'yes' }),
    cash_fils: listed({ tender: 'cash' }),
    card_machine_fils: listed({ tender: 'card_machine' }),
    link_fils: listed({ tender: 'payment_link' }),
    transfer_fils: listed({ tender: 'bank_transfer' }),
    collected_fils: listed({}),
    rounding_fils: listed({}),
    owed_fils: listed({}),
    refund_fils: listed({}),
  };
}

function ownOf(row: ReportRow | null, { user_id }: ReportFilters): ReportFilters {
  const own = row?.user_id ?? user_id;
  return typeof own === 'string' ? { user_id: own } : {};
}

function dayOfRow(row: ReportRow | null): Period | null {
  return typeof row?.day === 'string' ? { from: row.day, to: row.day } : null;
}
