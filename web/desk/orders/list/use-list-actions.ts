import { t } from '@lingui/core/macro';
import { ORDERS_AT_ONCE_MAX } from '../../../../contract/rules/desk-orders.ts';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { type DeskAction, useDeskActions } from '../../actions/desk-actions.ts';
import { tell } from '../../line/desk-line.ts';
import { moveBy, rangeTo, selectAll, selectOnly, toggle } from '../../table/selection.ts';
import type { Selecting } from '../../table/use-selection.ts';

type Given = {
  rows: readonly DeskOrder[];
  selecting: Selecting;
};

export type ListActions = {
  clear: DeskAction;
};

/** What is done in the list of orders by keys, from the bar below it and from the palette. */
export function useListActions({ rows, selecting }: Given): ListActions {
  const { selected, current, change } = selecting;
  const clear: DeskAction = {
    id: 'clear',
    title: t`Clear`,
    key: 'Escape',
    by_key_only: true,
    run: () => change(selectOnly([])),
  };
  const on = (work: (order: DeskOrder) => void) => () => {
    const order = rows.find(({ id }) => id === current);
    if (order) work(order);
    else change(moveBy(0));
  };
  const none = rows.length === 0 ? t`There is no order in this list.` : undefined;
  useDeskActions(t`Orders`, [
    {
      id: 'next',
      title: t`Next order`,
      key: 'j',
      by_key_only: true,
      unavailable: none,
      run: () => change(moveBy(1)),
    },
    {
      id: 'previous',
      title: t`Previous order`,
      key: 'k',
      by_key_only: true,
      unavailable: none,
      run: () => change(moveBy(-1)),
    },
    {
      id: 'select',
      title: t`Select`,
      key: 'x',
      by_key_only: true,
      unavailable: none,
      run: on(({ id }) => change(toggle(id))),
    },
    {
      id: 'select_range',
      title: t`Select to here`,
      key: 'shift+x',
      by_key_only: true,
      unavailable: none,
      run: on(({ id }) => change(rangeTo(id))),
    },
    {
      id: 'select_all',
      title: t`Select all`,
      key: 'mod+a',
      unavailable: none,
      run: () => {
        change(selectAll);
        if (rows.length > ORDERS_AT_ONCE_MAX)
          tell(t`At most ${ORDERS_AT_ONCE_MAX} orders are changed at once.`);
      },
    },
    ...(selected.size > 0 ? [clear] : []),
  ]);
  return { clear };
}
