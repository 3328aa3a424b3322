import { t } from '@lingui/core/macro';
import type { LaterView } from '../../../../contract/rules/orders/desk-orders.ts';
import { Truncated } from '../../table/Truncated.tsx';
import { attemptReasonText, missingText } from '../attempt-messages.ts';
import type { OrderColumn } from './order-columns.tsx';
import { durationText } from './order-times.ts';

/** The columns that only the views of attempts and of missing goods have. `now` in ms since the epoch. */
function ownColumns(now: number): OrderColumn[] {
  return [
    {
      id: 'reason',
      title: t`Reason`,
      width: 'minmax(8.5rem,1.4fr)',
      cell: ({ attempt }) => <Truncated text={attempt ? attemptReasonText(attempt) : '—'} />,
    },
    {
      id: 'attempted',
      title: t`Tried`,
      width: '6rem',
      number: true,
      cell: ({ attempt }) => (attempt ? triedText(attempt.occurred_at, now) : '—'),
      sort: ({ attempt }) => attempt?.occurred_at ?? null,
    },
    {
      id: 'attempts',
      title: t`Attempts`,
      width: '5.5rem',
      number: true,
      cell: ({ attempt }) => attempt?.number ?? '—',
    },
    {
      id: 'missing',
      title: t`Missing`,
      width: 'minmax(9rem,2fr)',
      cell: ({ missing }) => <Truncated text={missing?.length ? missingText(missing) : '—'} />,
    },
  ];
}

/** Formats the time since an attempt: `12 min ago`. */
export function triedText(occurred_at: string, now: number): string {
  return t`${durationText(now - Date.parse(occurred_at))} ago`;
}

/**
 * The default columns of each view in display order, with the minimal width of the list in px at which each
 * is shown.
 */
const SHOWN: Record<LaterView, Partial<Record<OrderColumn['id'], number>>> = {
  not_delivered: {
    number: 0,
    customer: 0,
    reason: 0,
    attempted: 0,
    attempts: 555,
    driver: 675,
    amount: 795,
    area: 891,
    promised: 1051,
  },
  missing_goods: { number: 0, customer: 0, missing: 0, status: 0, driver: 622, amount: 742, promised: 902 },
};

export function isLaterView(view: string | null): view is LaterView {
  return view !== null && Object.hasOwn(SHOWN, view);
}

/** Returns all columns of a later view: its default ones, then the others of the list. */
export function laterColumns(view: LaterView, columns: readonly OrderColumn[], now: number): OrderColumn[] {
  const all = [...columns, ...ownColumns(now)];
  const shown = Object.entries(SHOWN[view]).flatMap(([id, needs_px]) => {
    const column = all.find((one) => one.id === id);
    return column ? [{ ...column, needs_px }] : [];
  });
  return [...shown, ...columns.filter(({ id }) => !(id in SHOWN[view]))];
}

export function isShownByDefault(view: LaterView, id: OrderColumn['id']): boolean {
  return id in SHOWN[view];
}
