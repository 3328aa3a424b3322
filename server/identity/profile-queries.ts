import type { Profile } from '../../contract/schemas/profile.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';

/** The actor's own profile with shop and driver record. Every role has one, known or not (ruling C5). */
export async function readProfile(
  tx: Tx,
  { user_id, shop_id, role, full_name, must_change_password }: Staff,
): Promise<Profile> {
  const shop = { id: shop_id, ...(await readShop(tx, shop_id)) };
  const driver = await tx
    .selectFrom('drivers')
    .select(['id', 'status'])
    .where((row) => row.and({ shop_id, user_id }))
    .executeTakeFirst();
  return { id: user_id, full_name, role, shop_id, shop, must_change_password, driver: driver ?? null };
}
