import { t } from '@lingui/core/macro';
import { Inbox, SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { OrderSort } from '../../../../contract/rules/orders/desk-orders.ts';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { messageOf } from '../../../api/problem-messages.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Sort } from '../../table/columns.ts';
import { DeskTable } from '../../table/DeskTable.tsx';
import { ListFrame } from '../../table/ListFrame.tsx';
import { NextPageFailure } from '../../table/NextPageFailure.tsx';
import { type ListAddress, listSearch } from './list-address.ts';
import { NarrowOrder } from './NarrowOrder.tsx';
import { keyOf, type OrderList } from './use-order-list.ts';
import { emptyViewText } from './view-messages.ts';

type Props = {
  address: ListAddress;
  list: OrderList;
  /** The order whose details are open. */
  open_id: string | null;
  onOpen: (order: DeskOrder) => void;
};

/** The table of orders, in every loading state. */
export function OrderTable({ address, list, open_id, onOpen }: Props) {
  const { view, search, read, rows, now, time_zone } = list;
  const [, navigate] = useLocation();
  const narrow = useCallback(
    (order: DeskOrder) => <NarrowOrder order={order} view={view} now={now} time_zone={time_zone} />,
    [now, time_zone, view],
  );
  const sorting = view !== null && {
    sort: { column: address.sort, down: address.way === 'down' },
    // The ids of sorted columns are the sort keys of the server.
    onSort: ({ column, down }: Sort) => {
      const sorted = { ...address, sort: column as OrderSort, way: down ? 'down' : 'up' } as const;
      navigate(`?${listSearch(sorted)}`, { replace: true });
    },
  };
  return (
    // Rows found with a previous text are dimmed.
    <div
      aria-busy={search.pending || undefined}
      className={classNames(
        'flex min-h-0 flex-1 flex-col gap-2 transition-opacity',
        search.pending && 'opacity-50 delay-200',
      )}
    >
      <ListFrame
        read={read}
        failed={view === null ? t`Orders could not be searched` : t`Orders could not be loaded`}
        isEmpty={() => rows.length === 0}
        empty={view === null ? nothingFound() : { icon: Inbox, ...emptyViewText(view) }}
      >
        {({ showMore, failed }) => (
          <>
            <DeskTable
              fill
              label={t`Orders`}
              columns={list.columns}
              rows={rows}
              keyOf={keyOf}
              {...sorting}
              selecting={list.selecting}
              open_key={open_id}
              onOpen={onOpen}
              changed={list.changed}
              narrow={narrow}
              {...(showMore && { onEnd: showMore })}
            />
            {failed && (
              <NextPageFailure
                words={t`More orders could not be loaded: ${messageOf(failed.error)}`}
                failed={failed}
              />
            )}
          </>
        )}
      </ListFrame>
    </div>
  );
}

function nothingFound() {
  return {
    icon: SearchX,
    title: t`Nothing found`,
    description: t`No order has all of these words.`,
  };
}
