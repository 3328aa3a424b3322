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

/** Over which days a report is open; a preset stays one in what its figures lead to. */
export type Open = { report: ReportName; period: AddressPeriod; days: Period; filters: ReportFilters };

/** As many days before a day as a report can cover, that day included. */
const LONGEST_DAYS = 3_652;

/** Where a cell leads: to a thing, or for a figure to the list of what it counts. Null: nowhere. Of `totals` there is no row. */
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

/** The statement of the driver of a row, where the report is of one day; null for whoever does not drive. */
export function statementPath({ report, days }: Open, { role, user_id }: ReportRow): DeskPath | null {
  const is_driver = report === 'drivers' || (report === 'holders' && role === 'Driver');
  return is_driver && days.from === days.to && typeof user_id === 'string'
    ? driverDayPath(user_id, days.from)
    : null;
}

/** Where a record of cash is looked at again; null for what nobody signed, which has no page. */
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

/** Under which key a row has whose name stands in a column. */
const PERSONS: Record<string, string> = {
  driver_name: 'user_id',
  full_name: 'user_id',
  from_name: 'from_user_id',
  to_name: 'to_user_id',
};

/** Where a whole row leads. */
export function rowPath(open: Open, row: ReportRow): DeskPath | null {
  for (const column of ROWS[open.report]) {
    const path = cellPath(open, row, column);
    if (path) return path;
  }
  return null;
}

const ROWS: Record<ReportName, readonly string[]> = {
  deliveries: ['order_number'],
  movements: ['source'],
  handovers: ['reference'],
  collections: ['reference'],
  deposits: ['reference'],
  floats: ['reference'],
  holders: ['in_fils'],
  drivers: ['deliveries'],
  days: ['deliveries'],
  book: ['closing_fils'],
};

type Listed = Parameters<typeof reportPath>[0];
type Figures = (open: Open, row: ReportRow | null) => Record<string, Listed | null>;

/** What the figures of a table count; those of its totals are the same over all of its days and people. */
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
      // Between all of them cash also goes from hand to hand, which no list has twice.
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
      closing_fils: row && held(to),
      differences: differing,
      difference_fils: differing,
    };
  },
};

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
    collected_fils: listed({}),
  };
}

function ownOf(row: ReportRow | null, { user_id }: ReportFilters): ReportFilters {
  const own = row?.user_id ?? user_id;
  return typeof own === 'string' ? { user_id: own } : {};
}

function dayOfRow(row: ReportRow | null): Period | null {
  return typeof row?.day === 'string' ? { from: row.day, to: row.day } : null;
}
