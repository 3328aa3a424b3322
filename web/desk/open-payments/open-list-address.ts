import { t } from '@lingui/core/macro';
import { OPEN_LISTS, type OpenList } from '../../../contract/rules/orders/takings.ts';
import { type DeskPath, OPEN_PAYMENTS_PATH } from '../shell/desk-places.ts';

/** Returns the list in an address; the first one for an unknown name. */
export function readOpenList(name: string | undefined): OpenList {
  return OPEN_LISTS.find((list) => list === name) ?? 'owed';
}

export function openListPath(list: OpenList, order_id?: string): DeskPath {
  return order_id === undefined
    ? `${OPEN_PAYMENTS_PATH}/${list}`
    : `${OPEN_PAYMENTS_PATH}/${list}/${order_id}`;
}

export function openListTitle(list: OpenList): string {
  return { owed: t`Owed`, to_match: t`To match`, refunds: t`Owed to customers` }[list];
}
