import { t } from '@lingui/core/macro';
import { useExport } from '../../export/use-export.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import type { ListAddress } from './list-address.ts';
import { viewTitle } from './view-messages.ts';

/** Exports all orders of the open view, sorted as in the list. Search results cannot be exported. */
export function useOrderExport({ view, sort, way, status }: ListAddress, searching: boolean) {
  const { data } = useDeskRead('count_desk_views');
  const rows = view === 'all' || status ? null : (data?.counts[view] ?? null);
  const what = {
    view: { orders: { view, sort, way, ...(status && { status }) } },
    title: t`Orders: ${viewTitle(view)}`,
    rows,
  };
  return useExport(
    t`Orders`,
    searching ? t`Search results cannot be exported. Clear the search to export the view.` : what,
  );
}
