import {
  ORDER_SORTS,
  ORDER_VIEWS,
  type OrderSort,
  type OrderView,
  SORT_WAYS,
  type SortWay,
} from '../../../../contract/rules/orders/desk-orders.ts';
import { OPEN_STATUSES, type OpenStatus } from '../../../../contract/rules/orders/order-life.ts';

/** The open list, from the address. `status`: only open orders with this status. */
export type ListAddress = { view: OrderView; sort: OrderSort; way: SortWay; status?: OpenStatus };

/** The default sort of each view: the most urgent orders first. */
const SORTED: Record<OrderView, { sort: OrderSort; way: SortWay }> = {
  unassigned: { sort: 'age', way: 'up' },
  to_dispatch: { sort: 'age', way: 'up' },
  on_the_road: { sort: 'age', way: 'up' },
  late: { sort: 'promised', way: 'up' },
  conflicts: { sort: 'age', way: 'down' },
  delivered_today: { sort: 'delivered', way: 'down' },
  waiting: { sort: 'age', way: 'up' },
  not_delivered: { sort: 'attempted', way: 'up' },
  missing_goods: { sort: 'age', way: 'up' },
  all: { sort: 'age', way: 'down' },
};

export function readListAddress(search: string): ListAddress {
  const params = new URLSearchParams(search);
  const view = oneOf(ORDER_VIEWS, params.get('view')) ?? 'unassigned';
  const sort = oneOf(ORDER_SORTS, params.get('sort')) ?? SORTED[view].sort;
  const way = oneOf(SORT_WAYS, params.get('way')) ?? SORTED[view].way;
  const status = oneOf(OPEN_STATUSES, params.get('status'));
  return { view, sort, way, ...(status && { status }) };
}

/** Returns the query string without `?`; the default sort of a view is omitted. */
export function listSearch({ view, sort, way, status }: ListAddress): string {
  const own = SORTED[view].sort === sort && SORTED[view].way === way;
  const sorted = own ? { view } : { view, sort, way };
  return new URLSearchParams(status ? { ...sorted, status } : sorted).toString();
}

export function viewSearch(view: OrderView): string {
  return listSearch({ view, ...SORTED[view] });
}

/** Returns the query string for all open orders with a status, oldest first. */
export function statusSearch(status: OpenStatus): string {
  return listSearch({ view: 'all', sort: 'age', way: 'up', status });
}

function oneOf<const T extends string>(all: readonly T[], text: string | null): T | undefined {
  return all.find((one) => one === text);
}
