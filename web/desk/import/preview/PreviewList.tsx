import { t } from '@lingui/core/macro';
import { useCallback, useMemo } from 'react';
import type { ImportOutcome } from '../../../../contract/rules/import/import-fields.ts';
import { Money } from '../../../components/Money.tsx';
import { useTimeZone } from '../../../components/open-screen.ts';
import { shortTime } from '../../../components/short-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Column } from '../../table/columns.ts';
import { DeskTable } from '../../table/DeskTable.tsx';
import { Truncated } from '../../table/Truncated.tsx';
import type { PreviewRow } from '../run-import.ts';
import { cellText } from './cell-messages.ts';
import { differenceText, previewOutcomeText, rowPayment, rowReason } from './import-messages.ts';

/** The height of a row on narrow screens: it fits three lines of an error, or both times. */
const DETAIL_PX = 104;

type Props = { rows: readonly PreviewRow[]; shown: ImportOutcome | 'all' };

/** The orders of a file, or the details of errors and differences. Only visible rows are rendered. */
export function PreviewList({ rows, shown }: Props) {
  const time_zone = useTimeZone();
  const columns = useMemo(() => orderColumns(rows, time_zone), [rows, time_zone]);
  const narrow = useCallback((row: PreviewRow) => narrowOrder(row, time_zone), [time_zone]);
  const details = useMemo(
    () => (shown === 'bad' || shown === 'differs' ? rows.flatMap(detailsOf) : []),
    [rows, shown],
  );
  if (shown === 'bad' || shown === 'differs') {
    return (
      <DeskTable
        label={shown === 'bad' ? t`Errors` : t`Differences`}
        columns={shown === 'bad' ? faultColumns() : differenceColumns()}
        rows={details}
        keyOf={({ key }) => key}
        narrow={narrowDetail}
        narrow_px={DETAIL_PX}
      />
    );
  }
  return (
    <DeskTable
      label={t`Orders of the file`}
      columns={columns}
      rows={rows}
      keyOf={keyOfRow}
      narrow={narrow}
      {...(columns.some(({ id }) => id.endsWith('_at')) ? { narrow_px: DETAIL_PX } : {})}
    />
  );
}

function keyOfRow({ line, file_fault }: PreviewRow): string {
  return `${line} ${file_fault ?? ''}`;
}

const TONES: Record<ImportOutcome, string> = {
  new: 'text-done',
  same: 'text-muted',
  differs: 'text-warn',
  bad: 'text-danger',
  left_out: 'text-muted',
};

function Outcome({ fate }: { fate: ImportOutcome }) {
  return <span className={classNames('font-medium', TONES[fate])}>{previewOutcomeText(fate)}</span>;
}

type TimestampField = 'created_at' | 'promised_at';

/** A column of dates is shown if any order has one, so that users notice a swapped day and month. */
function orderColumns(rows: readonly PreviewRow[], time_zone: string): Column<PreviewRow>[] {
  const timestamp = (id: TimestampField, title: string, needs_px: number): Column<PreviewRow>[] =>
    rows.some(({ order }) => order?.[id]) ? [timestampColumn(id, { title, needs_px, time_zone })] : [];
  return [
    { id: 'line', title: t`Row`, width: '4.5rem', number: true, cell: ({ line }) => line },
    {
      id: 'number',
      title: t`Order`,
      width: 'minmax(5rem,1fr)',
      cell: ({ order_number }) => <Truncated text={order_number || '—'} />,
    },
    { id: 'fate', title: t`Result`, width: '7.5rem', cell: ({ fate }) => <Outcome fate={fate} /> },
    {
      id: 'customer',
      title: t`Customer`,
      width: 'minmax(7rem,2fr)',
      cell: ({ order }) => <Truncated text={order?.customer ?? '—'} />,
    },
    {
      id: 'area',
      title: t`Area`,
      width: 'minmax(5rem,1fr)',
      needs_px: 1_120,
      cell: ({ order }) => <Truncated text={order?.area ?? '—'} />,
    },
    ...timestamp('created_at', t`Ordered`, 880),
    ...timestamp('promised_at', t`Promised`, 1_036),
    {
      id: 'amount',
      title: t`Amount due`,
      width: '8rem',
      number: true,
      cell: ({ order }) => <Money amount_fils={order?.due_amount_fils ?? null} />,
    },
    {
      id: 'method',
      title: t`Payment`,
      width: '5.5rem',
      needs_px: 760,
      cell: rowPayment,
    },
    {
      id: 'why',
      title: t`Reason`,
      width: 'minmax(8rem,5fr)',
      cell: (row) => <Truncated text={rowReason(row)} />,
    },
  ];
}

function timestampColumn(
  id: TimestampField,
  { time_zone, ...column }: { title: string; needs_px: number; time_zone: string },
): Column<PreviewRow> {
  return { ...column, id, width: '9.5rem', cell: ({ order }) => timestampText(order?.[id], time_zone) };
}

function timestampText(instant: string | null | undefined, time_zone: string): string {
  return instant ? shortTime(instant, time_zone) : '—';
}

function narrowOrder(row: PreviewRow, time_zone: string) {
  const { order_number, order, fate } = row;
  const reason = rowReason(row);
  const ordered = timestampText(order?.created_at, time_zone);
  const promised = timestampText(order?.promised_at, time_zone);
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex justify-between gap-2">
        <span className="min-w-0 truncate font-medium">
          <bdi>{order_number || '—'}</bdi> <bdi>{order?.customer}</bdi>
        </span>
        {order && <Money amount_fils={order.due_amount_fils} />}
      </span>
      <span className="flex min-w-0 gap-2 text-sm">
        <Outcome fate={fate} />
        <span className="min-w-0 truncate text-muted" title={reason}>
          {reason}
        </span>
      </span>
      {order?.created_at && <span className="text-muted text-sm">{t`Ordered ${ordered}`}</span>}
      {order?.promised_at && <span className="text-muted text-sm">{t`Promised ${promised}`}</span>}
    </div>
  );
}

type Detail = {
  key: string;
  line: number;
  order_number: string;
  column: string;
  value: string;
  message: string;
};

function detailsOf(row: PreviewRow): Detail[] {
  const { line, order_number, faults, differences, left_because } = row;
  const key = keyOfRow(row);
  if (differences.length > 0) {
    return differences.map(({ column, from, to }, at) => ({
      key: `${key} ${at}`,
      line,
      order_number,
      column: differenceText(column),
      value: from,
      message: left_because === null ? to : `${to} (${cellText(left_because)})`,
    }));
  }
  if (faults.length === 0)
    return [{ key, line, order_number, column: '', value: '', message: rowReason(row) }];
  return faults.map((fault, at) => ({
    key: `${key} ${at}`,
    line: fault.line,
    order_number,
    column: fault.column,
    value: fault.value,
    message: cellText(fault),
  }));
}

function firstColumns(): Column<Detail>[] {
  return [
    { id: 'line', title: t`Row`, width: '4.5rem', number: true, cell: ({ line }) => line },
    {
      id: 'number',
      title: t`Order`,
      width: 'minmax(5rem,1fr)',
      cell: ({ order_number }) => <Truncated text={order_number || '—'} />,
    },
    {
      id: 'column',
      title: t`Column`,
      width: 'minmax(6rem,1fr)',
      cell: ({ column }) => <Truncated text={column} />,
    },
  ];
}

function faultColumns(): Column<Detail>[] {
  return [
    ...firstColumns(),
    valueColumn(t`Value`, 'minmax(6rem,1fr)'),
    messageColumn(t`Problem`, 'minmax(10rem,6fr)'),
  ];
}

function differenceColumns(): Column<Detail>[] {
  return [
    ...firstColumns(),
    valueColumn(t`Now`, 'minmax(7rem,2fr)'),
    messageColumn(t`In the file`, 'minmax(7rem,2fr)'),
  ];
}

function valueColumn(title: string, width: string): Column<Detail> {
  return { id: 'value', title, width, cell: ({ value }) => <Truncated text={value} /> };
}

function messageColumn(title: string, width: string): Column<Detail> {
  return { id: 'reason', title, width, cell: ({ message }) => <Truncated text={message} /> };
}

function narrowDetail({ line, order_number, column, message }: Detail) {
  const where = t`Row ${line}`;
  return (
    <div className="flex min-w-0 flex-col">
      <span className="truncate font-medium">
        {where} · <bdi>{order_number || '—'}</bdi> · <bdi>{column}</bdi>
      </span>
      <span className="wrap-anywhere line-clamp-3 text-muted text-sm" title={message}>
        {message}
      </span>
    </div>
  );
}
