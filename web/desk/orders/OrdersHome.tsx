import { t } from '@lingui/core/macro';
import { Columns3, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearch as useAddressSearch } from 'wouter';
import { PageHeading } from '../../components/PageHeading.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { loadedDialog } from '../dialogs/loaded-dialog.tsx';
import { ListWithDetails, useListCovered } from '../list-with-details/ListWithDetails.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { deselect, moveBy } from '../table/selection.ts';
import { OutcomeNotice } from './bulk-actions/OutcomeNotice.tsx';
import { useBulkActions } from './bulk-actions/use-bulk-actions.ts';
import { HoldingsStrip } from './holdings/HoldingsStrip.tsx';
import { ListFoot } from './list/ListFoot.tsx';
import { readListAddress } from './list/list-address.ts';
import { OrderTable } from './list/OrderTable.tsx';
import { SearchField } from './list/SearchField.tsx';
import { StatusFilterNotice } from './list/StatusFilterNotice.tsx';
import { useListActions } from './list/use-list-actions.ts';
import { useOrderExport } from './list/use-order-export.ts';
import { useOrderList } from './list/use-order-list.ts';
import { ViewTabs } from './list/ViewTabs.tsx';
import { useAddOrder } from './order-form/use-add-order.tsx';
import { useDetails } from './use-details.tsx';

const loadColumns = async () => (await import('./list/ColumnsDialog.tsx')).ColumnsDialog;
const loadDeeds = async () => (await import('./bulk-actions/BulkActionDialogs.tsx')).BulkActionDialogs;
const ColumnsDialog = loadedDialog(loadColumns);
const DeedDialogs = loadedDialog(loadDeeds);

/** The home of the desk: the list of orders. An order or the cash holdings open alongside it. */
export function OrdersHome() {
  const address = readListAddress(useAddressSearch());
  const list = useOrderList(address);
  const { rows, selecting, search } = list;
  const { change } = selecting;
  const { details, order_id, openOrder, toggleHoldings: turnHoldings } = useDetails();
  const covered = useListCovered(details);
  const many = useBulkActions('list', {
    onDone: (order_ids) => change(deselect(order_ids)),
    covered,
  });
  const adding = useAddOrder(openOrder);
  const actions = useListActions({
    view: list.view,
    rows,
    selecting,
    many,
    covered,
    open: ({ id }) => openOrder(id),
  });
  const exporting = useOrderExport(address, list.view === null);
  const [choosing, setChoosing] = useState(false);
  const columns = { id: 'columns', title: t`Columns`, key: 'c', run: () => setChoosing(true) };
  const holdings = { id: 'holdings', title: t`Cash holdings`, key: 'w', run: turnHoldings };
  useDeskActions(t`Orders`, covered ? [holdings] : [columns, holdings]);
  // Most selections are assigned next, so the drivers are loaded in advance.
  useDeskRead('read_driver_board', undefined, { enabled: selecting.selected.size > 0 });
  return (
    <ListWithDetails details={details}>
      <div className="flex min-h-0 flex-1 flex-col gap-2">
        <div className="flex items-center gap-4">
          <div className="max-lg:sr-only">
            <PageHeading />
          </div>
          <SearchField search={search} covered={covered} onDown={() => change(moveBy(0))} />
          <ActionButton action={adding.action} icon={Plus} variant="secondary" className="shrink-0" />
          <ActionButton action={columns} icon={Columns3} variant="secondary" className="max-lg:hidden" />
        </div>
        <HoldingsStrip action={holdings} />
        <ViewTabs open={list.view} />
        {list.view !== null && <StatusFilterNotice address={address} />}
        <OrderTable address={address} list={list} open_id={order_id} onOpen={({ id }) => openOrder(id)} />
        <OutcomeNotice many={many} />
        <ListFoot
          actions={actions}
          exporting={exporting.action}
          count={rows.length}
          more={list.read.data?.more ?? false}
          selected={selecting.selected.size}
          busy={many.busy}
        />
      </div>
      {choosing && (
        <ColumnsDialog
          columns={list.all_columns}
          shown={list.columns}
          onChoose={list.chooseColumns}
          onClose={() => setChoosing(false)}
        />
      )}
      {actions.asking && (
        <DeedDialogs
          asking={actions.asking}
          busy={many.busy}
          onAsk={actions.ask}
          onAction={actions.runBulk}
          onClose={() => actions.ask(null)}
        />
      )}
      {adding.dialog}
      {exporting.dialog}
    </ListWithDetails>
  );
}
