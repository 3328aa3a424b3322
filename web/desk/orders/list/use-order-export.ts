import { t } from '@lingui/core/macro';
import { useExport } from '../../export/use-export.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import type { ListAddress } from './list-address.ts';
import { viewTitle } from './view-words.ts';

/** Exporting the open view as it is sorted, with all its orders. What a search found is no view. */
export function useOrderExport({ view, sort, way, status }: ListAddress, searching: boolean) {
  const { data } = useDeskRead('count_desk_views');
  const rows = view === 'all' || status ? null : (data?.counts[view] ?? null);
  const what = {
    view: { orders: { view, sort, way, ...(status && { status }) } },
    title: t`Orders: ${viewTitle(view)}`,
    rows,
  };
  return useExport(t`Orders`, searching ? t`A view is exported: clear the search first.` : what);
}
