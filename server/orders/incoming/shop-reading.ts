import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { NO_OWN_NAMES, type OwnNames, readOwnNames } from './own-names.ts';

/** What the shop knows that its sources do not say: what names mean, and by which clock it promises. */
export type ShopReading = { names: OwnNames; time_zone: string };

/** Of a shop that has defined nothing. */
export const PLAIN_READING: ShopReading = { names: NO_OWN_NAMES, time_zone: 'Asia/Dubai' };

export async function readShopReading(tx: Tx, shop_id: number): Promise<ShopReading> {
  const shop = await findRow(tx, 'shops', { id: shop_id }, ['time_zone']);
  if (!shop) throw new Error('the shop is not there');
  return { names: await readOwnNames(tx, shop_id), time_zone: shop.time_zone };
}
