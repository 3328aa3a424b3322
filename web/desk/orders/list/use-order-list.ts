import { useMemo, useSyncExternalStore } from 'react';
import type { OrderSort, OrderView } from '../../../../contract/rules/orders/desk-orders.ts';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { useTimeZone } from '../../../components/open-screen.ts';
import { useNow } from '../../../ui/use-now.ts';
import { deskSetting } from '../../shell/desk-settings.ts';
import { useChangedRows } from '../../table/use-changed-rows.ts';
import { type Selecting, useSelection } from '../../table/use-selection.ts';
import { useSteadyRows } from '../../table/use-steady-rows.ts';
import { isLaterView, isShownByDefault, laterColumns } from './later-columns.tsx';
import type { ListAddress } from './list-address.ts';
import { type OrderColumn, orderColumns, shownColumns } from './order-columns.tsx';
import { type OrderPages, useOrderPages } from './use-order-pages.ts';
import { type OrderSearch, useSearch } from './use-search.ts';

const MINUTE_MS = 60_000;
const KEPT_COLUMNS = 'order_columns';
const NO_ORDERS: readonly DeskOrder[] = [];

export type OrderList = {
  /** Null during a search over all orders. */
  view: OrderView | null;
  search: OrderSearch;
  read: Omit<ReturnType<typeof useOrderPages>, 'data'> & { data: OrderPages | undefined };
  /** The orders in display order. */
  rows: readonly DeskOrder[];
  selecting: Selecting;
  changed: ReadonlySet<string>;
  columns: readonly OrderColumn[];
  all_columns: readonly OrderColumn[];
  chooseColumns: (ids: readonly string[] | null) => void;
  /** The current minute, in ms since the epoch. */
  now: number;
  time_zone: string;
};

export const keyOf = ({ id }: DeskOrder) => id;
/** The properties of a row that an update may change. */
const versionOf = ({ version, is_late, driver_name }: DeskOrder) => `${version} ${is_late} ${driver_name}`;

/** The orders of the open list, with its columns and selection. */
export function useOrderList(address: ListAddress): OrderList {
  const { view, sort, way, status } = address;
  const search = useSearch();
  const searching = search.words !== null;
  const pages = useOrderPages(address, !searching);
  const found = search.read.data && { ...search.read.data, showMore: null, failed: null };
  const read = searching ? { ...search.read, data: found } : pages;
  const selected_of = searching ? `search:${search.words}` : status ? `${view} ${status}` : view;
  const scope = `${selected_of} ${sort} ${way}`;
  const shown = useColumns(searching ? null : view, sort);
  const { columns } = shown;
  const rows = useSteadyRows(read.data?.orders ?? NO_ORDERS, { columns, sort: null, keyOf, scope });
  const keys = useMemo(() => rows.map(keyOf), [rows]);
  return {
    view: searching ? null : view,
    search,
    read,
    rows,
    selecting: useSelection(keys, selected_of),
    changed: useChangedRows(rows, { keyOf, versionOf, scope }),
    ...shown,
  };
}

function useColumns(view: OrderView | null, sort: OrderSort) {
  const time_zone = useTimeZone();
  const now = Math.floor(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const later = isLaterView(view) ? view : null;
  // A later view has columns of its own, so the choice in one view does not hide columns of the others.
  const setting = later === null ? KEPT_COLUMNS : `${KEPT_COLUMNS}_${later}`;
  const kept = useSyncExternalStore(deskSetting.subscribe, () => deskSetting.read(setting));
  const all_columns = useMemo(() => {
    const columns = orderColumns({ now, time_zone });
    return later === null ? columns : laterColumns(later, columns, now);
  }, [later, now, time_zone]);
  const columns = useMemo(
    () =>
      later === null
        ? shownColumns(all_columns, kept, sort)
        : shownColumns(all_columns, kept, sort, (id) => isShownByDefault(later, id)),
    [all_columns, kept, sort, later],
  );
  const chooseColumns = (ids: readonly string[] | null) => deskSetting.write(setting, ids?.join(' ') ?? null);
  return { columns, all_columns, chooseColumns, now, time_zone };
}
