import { t } from '@lingui/core/macro';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { FLAG_LABELS } from '../../../contract/labels/file-labels.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { CellKind, ReportColumn } from '../../../contract/rules/reports/reports.ts';
import { Money } from '../../components/Money.tsx';
import { label } from '../../messages/label.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../figures/format-count.ts';
import { formatDay } from '../figures/format-day.ts';
import { durationText } from '../orders/list/order-times.ts';
import type { DeskPath } from '../shell/desk-places.ts';
import { Truncated } from '../table/Truncated.tsx';
import { cellText } from './report-messages.ts';

type Cell = ReportRow[string] | undefined;
type CellContext = { column_id: string; row: ReportRow | null; time_zone: string };

/** Renders a cell by its kind. */
const SHOWN: Record<CellKind, (cell: NonNullable<Cell>, context: CellContext) => ReactNode> = {
  text: (cell) => <Truncated text={`${cell}`} />,
  name: (cell) => <Truncated text={`${cell}`} />,
  reference: (cell) => <Truncated text={`${cell}`} />,
  order_number: (cell) => <Truncated text={`${cell}`} />,
  phone: (cell) => <bdi dir="ltr">{`${cell}`}</bdi>,
  word: (cell, { column_id }) => cellText(column_id, `${cell}`),
  amount: (cell, { column_id }) =>
    column_id === 'difference_fils' ? (
      <Difference amount_fils={Number(cell)} />
    ) : (
      <Money amount_fils={Number(cell)} />
    ),
  count: (cell) => formatCount(Number(cell)),
  time: (cell, { time_zone }) => formatDateTime(`${cell}`, time_zone),
  day: (cell) => formatDay(`${cell}`),
  flag: (cell, { column_id, row }) => {
    if (cell !== true) return null;
    return column_id === 'late' ? <CameLate row={row} /> : label(FLAG_LABELS, 'yes');
  },
  share: (cell) => t`${Number(cell)}%`,
};

/** Kinds whose empty cells show a dash. */
const NOTHING: readonly CellKind[] = ['name', 'amount', 'count', 'reference', 'word', 'phone', 'share'];
/** Columns with personal data of customers. */
const ERASED: readonly string[] = ['customer_name', 'note'];

type CellProps = {
  column: ReportColumn;
  /** Null for a cell of the totals. */
  row: ReportRow | null;
  cell: Cell;
  time_zone: string;
  /** The target of the cell's link. */
  path: DeskPath | null;
};

/** One cell of a report. */
export function ReportCell({ column, row, cell, time_zone, path }: CellProps) {
  if (cell === null || cell === undefined) {
    return NOTHING.includes(column.kind) || column.id === 'area' ? (
      <span className="text-muted">—</span>
    ) : null;
  }
  if (ERASED.includes(column.id) && row?.erased_at)
    return <span className="font-normal text-muted">{t`Erased`}</span>;
  const shown = isOfCollection(column, row)
    ? t`Collection`
    : SHOWN[column.kind](cell, { column_id: column.id, row, time_zone });
  if (!path || cell === 0) return shown;
  return (
    <Link to={path} className={classNames('hover:underline', column.kind !== 'name' && 'text-accent')}>
      {shown}
    </Link>
  );
}

/** A collection's reference consists of ids and a time, which mean nothing to a reader. */
function isOfCollection({ id }: ReportColumn, row: ReportRow | null): boolean {
  return id === 'source' && row?.reason === 'collection';
}

/** Returns the number of characters of an amount, including the word after a difference. */
export function amountLength(column_id: string, amount_fils: number): number {
  return formatMoney(amount_fils).length + (column_id === 'difference_fils' ? 6 : 0);
}

/** The counted amount minus the expected one. A word shows the sign as well, so that colour is not needed. */
function Difference({ amount_fils }: { amount_fils: number }) {
  if (amount_fils === 0) return <Money amount_fils={0} />;
  return (
    <span className={classNames(amount_fils < 0 ? 'text-danger' : 'text-warn')}>
      <Money amount_fils={amount_fils} /> {amount_fils < 0 ? t`short` : t`over`}
    </span>
  );
}

function CameLate({ row }: { row: ReportRow | null }) {
  const happened_at = row?.delivered_at ?? row?.occurred_at ?? row?.completed_at;
  const late_ms = Date.parse(`${row?.recorded_at}`) - Date.parse(`${happened_at}`);
  const span = durationText(late_ms);
  return (
    <span className="inline-flex items-center gap-1 text-warn" title={t`Recorded ${span} later`}>
      <Clock size={14} className="shrink-0" />
      {t`${span} later`}
    </span>
  );
}
