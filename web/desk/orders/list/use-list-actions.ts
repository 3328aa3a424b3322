import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ORDERS_AT_ONCE_MAX, type OrderView } from '../../../../contract/rules/orders/desk-orders.ts';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { type DeskAction, useDeskActions } from '../../actions/desk-actions.ts';
import { showHint } from '../../line/desk-line.ts';
import { moveBy, rangeTo, selectAll, selectOnly, toggle } from '../../table/selection.ts';
import type { Selecting } from '../../table/use-selection.ts';
import { applicableOrders, type BulkActionName } from '../bulk-actions/applicable-orders.ts';
import type { OpenDialog } from '../bulk-actions/BulkActionDialogs.tsx';
import type { BulkAction } from '../bulk-actions/bulk-action.ts';
import { bulkActionTitle, notApplicableText } from '../bulk-actions/bulk-action-messages.ts';
import type { BulkActions } from '../bulk-actions/use-bulk-actions.ts';

type Given = {
  view: OrderView | null;
  rows: readonly DeskOrder[];
  selecting: Selecting;
  many: BulkActions;
  /** True while details cover the list. */
  covered: boolean;
  open: (order: DeskOrder) => void;
};

type AttemptDecisions = Record<'postpone' | 'return' | 'cancel', DeskAction>;

export type ListActions = {
  assign: DeskAction;
  dispatch: DeskAction;
  status: DeskAction;
  /** The decisions about an attempt, besides sending the order out again; null in other views. */
  decisions: AttemptDecisions | null;
  /** Null if none of the target orders has an unreviewed conflict. */
  review: DeskAction | null;
  clear: DeskAction;
  /** The orders to which the actions apply: the selected ones, or else the current one. */
  targets: readonly DeskOrder[];
  /** The open dialog and its orders. */
  asking: OpenDialog | null;
  ask: (asking: OpenDialog | null) => void;
  runBulk: (action: BulkAction, orders: OpenDialog['orders']) => void;
};

/** The actions of the list of orders: by key, in the bar below the list and in the palette. */
export function useListActions({ view, rows, selecting, many, covered, open }: Given): ListActions {
  const { selected, current, change } = selecting;
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const targets =
    selected.size > 0 ? rows.filter(({ id }) => selected.has(id)) : rows.filter(({ id }) => id === current);

  const whyNot = (action: BulkActionName | null): string | undefined => {
    if (asking) return t`Close the open dialog first.`;
    if (many.busy) return t`The last change is still being recorded.`;
    if (many.last_outcome?.again)
      return t`We don't know yet whether the last change was recorded. Try that again first.`;
    if (targets.length === 0) return t`Select an order first.`;
    if (targets.length > ORDERS_AT_ONCE_MAX)
      return t`At most ${ORDERS_AT_ONCE_MAX} orders are changed at once.`;
    if (action && applicableOrders(action, targets).length === 0) return notApplicableText(action);
    return undefined;
  };

  const askFor = (question: OpenDialog['question']) => () => setAsking({ question, orders: targets });

  function runBulk(action: BulkAction, orders: OpenDialog['orders']): void {
    setAsking(null);
    many.run(action, orders);
  }

  const after_attempt = view === 'not_delivered';
  const decision = (name: 'return' | 'cancel', key: string): DeskAction => ({
    id: name,
    title: bulkActionTitle(name, after_attempt),
    key,
    unavailable: whyNot(name),
    run: () => runBulk({ name }, targets),
  });
  const postpone: DeskAction = {
    id: 'postpone',
    title: bulkActionTitle('postpone'),
    key: 't',
    unavailable: whyNot('postpone'),
    run: askFor('postpone'),
  };
  // In the other views these are in the menu of the status.
  const decisions = after_attempt
    ? { postpone, return: decision('return', 'p'), cancel: decision('cancel', 'l') }
    : null;
  const assign: DeskAction = {
    id: 'assign',
    title: bulkActionTitle('assign'),
    key: 'a',
    unavailable: whyNot('assign'),
    run: askFor('assign'),
  };
  const dispatch: DeskAction = {
    id: 'dispatch',
    title: bulkActionTitle('dispatch', after_attempt),
    key: 'd',
    unavailable: whyNot('dispatch'),
    run: () => runBulk({ name: 'dispatch' }, targets),
  };
  const status: DeskAction = {
    id: 'status',
    title: t`Status`,
    key: 's',
    unavailable: whyNot(null),
    run: askFor('status'),
  };
  const review: DeskAction = {
    id: 'review',
    title: bulkActionTitle('review'),
    key: 'v',
    unavailable: whyNot('review'),
    run: askFor('review'),
  };
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
  const offered: DeskAction[] = [
    {
      id: 'next',
      title: t`Next order`,
      key: 'j',
      by_key_only: true,
      moves: true,
      unavailable: none,
      run: () => change(moveBy(1)),
    },
    {
      id: 'previous',
      title: t`Previous order`,
      key: 'k',
      by_key_only: true,
      moves: true,
      unavailable: none,
      run: () => change(moveBy(-1)),
    },
    { id: 'open', title: t`Open`, key: 'o', by_key_only: true, unavailable: none, run: on(open) },
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
          showHint(t`At most ${ORDERS_AT_ONCE_MAX} orders are changed at once.`);
      },
    },
    assign,
    dispatch,
    ...(decisions ? Object.values(decisions) : []),
    status,
    review,
    ...(selected.size > 0 ? [clear] : []),
  ];
  useDeskActions(t`Orders`, covered ? [] : offered);
  const reviewable = applicableOrders('review', targets).length > 0 ? review : null;
  return {
    assign,
    dispatch,
    status,
    decisions,
    review: reviewable,
    clear,
    targets,
    asking,
    ask: setAsking,
    runBulk,
  };
}
