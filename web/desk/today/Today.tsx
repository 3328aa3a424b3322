import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Figures } from '../../../contract/operations/desk/reports/read-figures.schema.ts';
import { COUNTED_VIEWS, type CountedView, LATER_VIEWS } from '../../../contract/rules/orders/desk-orders.ts';
import { OPEN_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import { OPEN_LISTS } from '../../../contract/rules/orders/takings.ts';
import { Money } from '../../components/Money.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { orderStatusText } from '../../messages/order-messages.ts';
import { formatCount } from '../figures/format-count.ts';
import { formatDay } from '../figures/format-day.ts';
import { openListPath, openListTitle } from '../open-payments/open-list-address.ts';
import { statusSearch, viewSearch } from '../orders/list/list-address.ts';
import { viewTitle } from '../orders/list/view-messages.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { reportPath } from '../reports/report-address.ts';
import { APPROVALS_PATH, DESK_PATH, DIFFERENCES_PATH, IMPORT_PROBLEMS_PATH } from '../shell/desk-places.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { Figure, FigureGroup } from './Figure.tsx';

const HOLDINGS_PATH = `${DESK_PATH}/cash` as const;
/** Views whose orders need attention. */
const WRONG: readonly CountedView[] = [
  'late',
  'conflicts',
  'waiting',
  'not_delivered',
  'missing_goods',
  'not_taken',
];
/** The views with a figure; a later view has one only while it has orders. */
function shownViews(views: Figures['orders']['views']): (readonly [CountedView, number])[] {
  const later: readonly CountedView[] = LATER_VIEWS;
  return COUNTED_VIEWS.flatMap((view) => {
    const count = views[view] ?? 0;
    return later.includes(view) && count === 0 ? [] : [[view, count] as const];
  });
}

/** The current figures of the shop; each links to the list it counts. */
export function Today() {
  const read = useDeskRead('read_figures');
  const { data } = read;
  return (
    <div className="flex flex-col gap-5">
      <PageHeading {...(data && { subtitle: formatDay(data.today) })} />
      <ListFrame read={read} failed={t`The figures could not be loaded`}>
        {(figures) => (
          <>
            <Orders figures={figures} />
            <Cash figures={figures} />
            <Decisions figures={figures} />
            <Open figures={figures} />
          </>
        )}
      </ListFrame>
    </div>
  );
}

function Orders({ figures: { orders } }: { figures: Figures }) {
  return (
    <>
      <FigureGroup title={t`Orders`}>
        {shownViews(orders.views).map(([view, count]) => (
          <Figure
            key={view}
            name={viewTitle(view)}
            to={view === 'not_taken' ? IMPORT_PROBLEMS_PATH : `${DESK_PATH}?${viewSearch(view)}`}
            wrong={WRONG.includes(view) && count > 0}
          >
            {formatCount(count)}
          </Figure>
        ))}
      </FigureGroup>
      <FigureGroup title={t`Open orders by state`}>
        {OPEN_STATUSES.map((status) => (
          <Figure key={status} name={orderStatusText(status)} to={`${DESK_PATH}?${statusSearch(status)}`}>
            {formatCount(orders.open[status])}
          </Figure>
        ))}
      </FigureGroup>
    </>
  );
}

function Cash({ figures }: { figures: Figures }) {
  const { on_the_road, unexplained, unexplained_fils, over_ceiling } = figures;
  const today = { preset: 'today' } as const;
  const amount = (amount_fils: number): ReactNode => (
    <Money amount_fils={amount_fils} className="font-semibold" />
  );
  return (
    <FigureGroup title={t`Cash`} amounts>
      <Figure name={t`Held`} to={HOLDINGS_PATH}>
        {amount(figures.held_fils)}
      </Figure>
      <Figure name={t`Held by drivers`} to={HOLDINGS_PATH}>
        {amount(on_the_road.held_fils)}
      </Figure>
      <Figure name={t`To collect on the road`} to={`${DESK_PATH}?${viewSearch('on_the_road')}`}>
        {amount(on_the_road.to_collect_fils)}
      </Figure>
      <Figure
        name={t`Collected today`}
        to={reportPath({ report: 'deliveries', period: today, filters: { tender: 'cash' } })}
      >
        {amount(figures.collected_today_fils)}
      </Figure>
      <Figure name={t`Banked today`} to={reportPath({ report: 'deposits', period: today })}>
        {amount(figures.banked_today_fils)}
      </Figure>
      <Figure name={t`Unexplained`} to={HOLDINGS_PATH} wrong={unexplained > 0}>
        {amount(unexplained_fils)}
      </Figure>
      {over_ceiling > 0 && (
        <Figure name={t`Drivers above the ceiling`} to={HOLDINGS_PATH} wrong>
          {formatCount(over_ceiling)}
        </Figure>
      )}
    </FigureGroup>
  );
}

/** The amounts that are open after deliveries; only lists that are not empty. */
function Open({ figures: { open_payments } }: { figures: Figures }) {
  const lists = OPEN_LISTS.filter((list) => open_payments[list] > 0);
  if (lists.length === 0) return null;
  return (
    <FigureGroup title={t`Open payments`}>
      {lists.map((list) => (
        <Figure key={list} name={openListTitle(list)} to={openListPath(list)} wrong={list !== 'refunds'}>
          {formatCount(open_payments[list])}
        </Figure>
      ))}
    </FigureGroup>
  );
}

/** The decisions about cash that a Manager or an Admin has to make. */
function Decisions({ figures: { approvals, undecided, short_fils } }: { figures: Figures }) {
  return (
    <FigureGroup title={t`Approvals, short and over`} amounts>
      <Figure name={t`Requests to decide`} to={APPROVALS_PATH} wrong={approvals > 0}>
        {formatCount(approvals)}
      </Figure>
      <Figure name={t`Differences to decide`} to={DIFFERENCES_PATH} wrong={undecided > 0}>
        {formatCount(undecided)}
      </Figure>
      <Figure name={t`Short, not settled`} to={DIFFERENCES_PATH}>
        <Money amount_fils={short_fils} className="font-semibold" />
      </Figure>
    </FigureGroup>
  );
}
