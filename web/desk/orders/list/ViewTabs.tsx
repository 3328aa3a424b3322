import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import {
  COUNTED_VIEWS,
  type CountedView,
  type LaterView,
  type OrderView,
} from '../../../../contract/rules/orders/desk-orders.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useDeskActions } from '../../actions/desk-actions.ts';
import { KeyHint } from '../../actions/KeyHint.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import { DESK_PATH, IMPORT_PROBLEMS_PATH, PAYMENT_NAMES_PATH } from '../../shell/desk-places.ts';
import { isLaterView } from './later-columns.tsx';
import { viewSearch } from './list-address.ts';
import { viewTitle } from './view-messages.ts';

/** Views whose orders need attention: their counts are highlighted. */
const WRONG: readonly string[] = [
  'late',
  'conflicts',
  'waiting',
  'not_delivered',
  'missing_goods',
  'not_taken',
];

const TAB =
  'inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap rounded-card px-2.5 text-sm pointer-coarse:min-h-12';

type View = CountedView | OrderView;

const TABS: readonly View[] = [...COUNTED_VIEWS, 'all'];
/** The later views have keys of their own, so that the others keep theirs. */
const LATER_KEYS: Record<LaterView, string> = { not_delivered: '0', missing_goods: 'i' };
const NUMBERED = TABS.filter((view) => !isLaterView(view));

function keyOf(view: View): string {
  return isLaterView(view) ? LATER_KEYS[view] : `${NUMBERED.indexOf(view) + 1}`;
}

function pathOf(view: View): string {
  return view === 'not_taken' ? IMPORT_PROBLEMS_PATH : `${DESK_PATH}?${viewSearch(view)}`;
}

/**
 * The saved views with their counts; a later view is shown while it has orders or is open. `open` is null
 * during a search over all orders.
 */
export function ViewTabs({ open }: { open: View | null }) {
  const [, navigate] = useLocation();
  const { data } = useDeskRead('count_desk_views');
  useDeskActions(
    t`Views`,
    TABS.map((view) => ({
      id: view,
      title: viewTitle(view),
      key: keyOf(view),
      run: () => navigate(pathOf(view)),
    })),
  );
  const list = useRef<HTMLUListElement>(null);
  // On a phone the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another view opens
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [open]);
  return (
    <nav aria-label={t`Views`} className="min-w-0 overflow-x-auto">
      <ul ref={list} className="flex gap-1">
        {TABS.map((view) => {
          const count = view === 'all' ? undefined : data?.counts[view];
          const current = view === open;
          if (isLaterView(view) && !count && !current) return null;
          return (
            <li key={view}>
              <Link
                to={pathOf(view)}
                aria-current={current ? 'page' : undefined}
                className={classNames(
                  TAB,
                  current ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-sunken',
                )}
              >
                {viewTitle(view)}
                {view !== 'all' && (
                  <span
                    className={classNames(
                      'amount min-w-[1.25rem] text-end',
                      count && WRONG.includes(view) ? 'font-semibold text-danger' : 'text-muted',
                    )}
                  >
                    {count ?? ' '}
                  </span>
                )}
                <span className="max-xl:hidden">
                  <KeyHint keys={keyOf(view)} />
                </span>
              </Link>
            </li>
          );
        })}
        {(data?.names_to_define ?? 0) > 0 && (
          <li>
            <Link to={PAYMENT_NAMES_PATH} className={classNames(TAB, 'hover:bg-sunken')}>
              {t`Names to define`}
              <span className="amount min-w-[1.25rem] text-end font-semibold text-danger">
                {data?.names_to_define}
              </span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
