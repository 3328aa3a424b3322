import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { NO_OWN_NAMES, type OwnNames, readOwnNames } from './own-names.ts';

/** The shop's settings for reading orders: the meanings of names, and the time zone of promises. */
export type ShopReading = { names: OwnNames; time_zone: string };

/** The settings of a shop that has defined nothing. */
export const PLAIN_READING: ShopReading = { names: NO_OWN_NAMES, time_zone: 'Asia/Dubai' };

export async function readShopReading(tx: Tx, shop_id: number): Promise<ShopReading> {
  const shop = await findRow(tx, 'shops', { id: shop_id }, ['time_zone']);
  if (!shop) throw new Error('the shop does not exist');
  return { names: await readOwnNames(tx, shop_id), time_zone: shop.time_zone };
}
