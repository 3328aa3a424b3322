import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import type { OpenList } from '../../../contract/rules/orders/takings.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import type { Column } from '../table/columns.ts';
import { Truncated } from '../table/Truncated.tsx';
import { openListPath } from './open-list-address.ts';

/** Columns that are shown only while no details are open next to the list. */
const WIDE_PX = 780;

const orderColumn = (list: OpenList): Column<OpenOrder> => ({
  id: 'order',
  title: t`Order`,
  width: '7rem',
  cell: (row) => <OrderLink row={row} list={list} />,
});

function amountColumn(list: OpenList): Column<OpenOrder> {
  return {
    id: 'amount',
    title: t`Amount`,
    width: '8rem',
    number: true,
    cell: (row) => <Money amount_fils={amountOf(list, row)} />,
  };
}

const customerColumn = (): Column<OpenOrder> => ({
  id: 'customer',
  title: t`Customer`,
  width: 'minmax(8rem,1fr)',
  cell: ({ customer_name }) => <Truncated text={customer_name ?? '—'} />,
});
const driverColumn = (): Column<OpenOrder> => ({
  id: 'driver',
  title: t`Driver`,
  width: 'minmax(8rem,1fr)',
  needs_px: WIDE_PX,
  cell: ({ driver_name }) => <Truncated text={driver_name} />,
});
const sinceColumn = (time_zone: string): Column<OpenOrder> => ({
  id: 'since',
  title: t`Since`,
  width: '9.5rem',
  needs_px: WIDE_PX,
  cell: ({ since }) => shortTime(since, time_zone),
});

function columnsOf(list: OpenList, time_zone: string, last: readonly Column<OpenOrder>[]) {
  return [
    orderColumn(list),
    customerColumn(),
    driverColumn(),
    amountColumn(list),
    sinceColumn(time_zone),
    ...last,
  ];
}

/** The columns of each list. */
export const openColumns: Record<OpenList, (time_zone: string) => readonly Column<OpenOrder>[]> = {
  owed: (time_zone) =>
    columnsOf('owed', time_zone, [
      {
        id: 'reason',
        title: t`Reason`,
        width: 'minmax(9rem,2fr)',
        needs_px: WIDE_PX,
        cell: (row) => <Truncated text={stateText(row)} />,
      },
    ]),
  to_match: (time_zone) =>
    columnsOf('to_match', time_zone, [
      {
        id: 'reference',
        title: t`Reference`,
        width: 'minmax(9rem,2fr)',
        cell: ({ payments }) => <Truncated text={payments.map(({ reference }) => reference).join(', ')} />,
      },
    ]),
  refunds: (time_zone) => columnsOf('refunds', time_zone, []),
};

export function amountOf(list: OpenList, { owed_fils, unmatched_fils, refund_fils }: OpenOrder): number {
  return { owed: owed_fils, to_match: unmatched_fils, refunds: refund_fils }[list];
}

function stateText({ waiver_fils, short_reason }: OpenOrder): string {
  return waiver_fils === null ? (short_reason ?? '—') : t`Approval requested`;
}

function OrderLink({ row: { order_id, order_number }, list }: { row: OpenOrder; list: OpenList }) {
  return (
    <Link
      to={openListPath(list, order_id)}
      title={order_number}
      className="truncate font-medium hover:underline"
    >
      #{order_number}
    </Link>
  );
}

/** A row of a narrow list. */
export function NarrowOpenOrder({ row, list }: { row: OpenOrder; list: OpenList }) {
  const time_zone = useTimeZone();
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <OrderLink row={row} list={list} />
        <Money amount_fils={amountOf(list, row)} />
      </span>
      <span className="flex min-w-0 justify-between gap-2 text-muted text-sm">
        <bdi className="truncate">{row.driver_name}</bdi>
        <bdi className="shrink-0">{shortTime(row.since, time_zone)}</bdi>
      </span>
    </div>
  );
}
