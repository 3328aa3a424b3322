import { t } from '@lingui/core/macro';
import type { CountedView, OrderView } from '../../../../contract/rules/orders/desk-orders.ts';

export function viewTitle(view: CountedView | OrderView): string {
  return {
    unassigned: t`Unassigned`,
    to_dispatch: t`To dispatch`,
    on_the_road: t`On the road`,
    late: t`Late`,
    conflicts: t`Conflicts`,
    delivered_today: t`Delivered today`,
    waiting: t`Waiting`,
    not_delivered: t`Couldn't deliver`,
    missing_goods: t`Missing goods`,
    not_taken: t`Import problems`,
    all: t`All`,
  }[view];
}

/** Describes why a view is empty and which orders it will show. */
export function emptyViewText(view: OrderView): { title: string; description: string } {
  return {
    unassigned: {
      title: t`Every order has a driver`,
      description: t`New orders appear here automatically.`,
    },
    to_dispatch: {
      title: t`No orders to dispatch`,
      description: t`Orders appear here once they have a driver.`,
    },
    on_the_road: {
      title: t`Nothing is on the road`,
      description: t`Orders appear here once they are dispatched.`,
    },
    late: { title: t`Nothing is late`, description: t`Open orders past their promised time appear here.` },
    conflicts: {
      title: t`No conflicts`,
      description: t`A delivery that conflicts with a change of its order appears here until it is reviewed.`,
    },
    delivered_today: {
      title: t`Nothing delivered today yet`,
      description: t`Each delivery appears here as it is recorded.`,
    },
    waiting: {
      title: t`No orders are waiting`,
      description: t`An order appears here until you decide how it is paid.`,
    },
    not_delivered: {
      title: t`No attempt waits for your decision`,
      description: t`An order that its driver couldn't deliver appears here until you decide what happens with it.`,
    },
    missing_goods: {
      title: t`No goods are missing`,
      description: t`An order appears here if its driver reports missing goods while loading.`,
    },
    all: {
      title: t`No orders yet`,
      description: t`Orders come from the store or an import, or are added by hand.`,
    },
  }[view];
}
