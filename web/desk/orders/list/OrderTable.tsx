import { t } from '@lingui/core/macro';
import { Inbox, SearchX } from 'lucide-react';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { OrderSort } from '../../../../contract/rules/desk-orders.ts';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { messageOf } from '../../../api/problem-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Sort } from '../../table/columns.ts';
import { DeskTable } from '../../table/DeskTable.tsx';
import { ListFrame } from '../../table/ListFrame.tsx';
import { type ListAddress, listSearch } from './list-address.ts';
import { NarrowOrder } from './NarrowOrder.tsx';
import { keyOf, type OrderList } from './use-order-list.ts';
import type { FailedPage } from './use-order-pages.ts';
import { emptyWords } from './view-words.ts';

type Props = {
  address: ListAddress;
  list: OrderList;
  /** The order whose details are open. */
  open_id: string | null;
  onOpen: (order: DeskOrder) => void;
};

/** The list itself, in every state. */
export function OrderTable({ address, list, open_id, onOpen }: Props) {
  const { view, search, read, rows, now, time_zone } = list;
  const [, navigate] = useLocation();
  const narrow = useCallback(
    (order: DeskOrder) => <NarrowOrder order={order} now={now} time_zone={time_zone} />,
    [now, time_zone],
  );
  const sorting = view !== null && {
    sort: { column: address.sort, down: address.way === 'down' },
    // The names of the columns are what the server sorts by.
    onSort: ({ column, down }: Sort) => {
      const sorted = { ...address, sort: column as OrderSort, way: down ? 'down' : 'up' } as const;
      navigate(`?${listSearch(sorted)}`, { replace: true });
    },
  };
  return (
    // Rows that answer other words than those that are typed are seen to.
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
        empty={view === null ? nothingFound() : { icon: Inbox, ...emptyWords(view) }}
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
            {failed && <NoMore failed={failed} />}
          </>
        )}
      </ListFrame>
    </div>
  );
}

/** What follows could not be read. It takes its room from the list, and lies over no row. */
function NoMore({ failed }: { failed: FailedPage }) {
  const line = useRef<HTMLDivElement>(null);
  useGivesFocusBack(line);
  return (
    <div ref={line} className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 text-sm">
      <p role="status" className="text-muted">
        {t`More orders could not be loaded: ${messageOf(failed.error)}`}
      </p>
      <Button
        variant="link"
        className="min-h-9 px-2 py-1 pointer-coarse:min-h-12"
        busy={failed.is_asking}
        onClick={failed.again}
      >
        {t`Try again`}
      </Button>
    </div>
  );
}

/** To the row one was on, when the line goes while its button has the focus. */
function useGivesFocusBack(line: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = line.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const row = element.parentElement?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
      row?.focus({ preventScroll: true });
    };
  }, [line]);
}

function nothingFound() {
  return {
    icon: SearchX,
    title: t`Nothing found`,
    description: t`No order has all of these words.`,
  };
}
