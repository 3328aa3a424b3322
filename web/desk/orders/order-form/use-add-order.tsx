import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { type DeskAction, useDeskActions } from '../../actions/desk-actions.ts';
import { loadedDialog } from '../../dialogs/loaded-dialog.tsx';

const AddOrderDialog = loadedDialog(async () => (await import('./AddOrderDialog.tsx')).AddOrderDialog);

/** The action that adds an order by hand, and its dialog while it is open. */
export function useAddOrder(onAdded: (order_id: string) => void): { action: DeskAction; dialog: ReactNode } {
  const [adding, setAdding] = useState(false);
  const action: DeskAction = { id: 'add_order', title: t`Add order`, key: 'n', run: () => setAdding(true) };
  useDeskActions(t`Orders`, [action]);
  function added(order_id: string): void {
    setAdding(false);
    onAdded(order_id);
  }
  const dialog = adding && <AddOrderDialog onAdded={added} onClose={() => setAdding(false)} />;
  return { action, dialog };
}
