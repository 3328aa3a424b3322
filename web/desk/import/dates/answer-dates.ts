import type { DateOrder } from '../../../../contract/rules/import/import-fields.ts';
import { identity } from '../../../api/identity.ts';
import { messageOf } from '../../../api/problem-messages.ts';
import { callEndpoint } from '../../../api/this-page.ts';
import { showToast } from '../../../ui/toast.ts';
import { mostSimilar } from '../columns/layout-for.ts';
import { type ImportState, importNow, setImport } from '../import-store.ts';
import { preview } from '../import-work.ts';

/** Applies the selected order of day and month. Previews the file again if it was read in the other order. */
export async function answerDates(state: ImportState & { at: 'preview' }, order: DateOrder): Promise<void> {
  const { layout, opened } = state;
  if (layout === null || importNow().state !== state) return;
  rememberDateOrder(opened.header, order).catch((error: unknown) =>
    showToast({ kind: 'warning', title: messageOf(error) }),
  );
  if (order === layout.date_order) setImport({ state: { ...state, dates_answered: true } });
  else await preview({ ...state, layout: { ...layout, date_order: order }, dates_answered: true });
}

/**
 * Remembers the order for the next file of this list. The rest of the remembered list does not change:
 * columns that only this file has are not confirmed.
 */
async function rememberDateOrder(header: readonly string[], date_order: DateOrder): Promise<void> {
  const as_user = identity().user_id() ?? '';
  const { layouts } = await callEndpoint('read_import_memory', { as_user });
  const list = mostSimilar(header, layouts);
  if (!list || list.layout.date_order === date_order) return;
  const body = { header: list.header, layout: { ...list.layout, date_order } };
  await callEndpoint('remember_import_layout', { body, as_user });
}
