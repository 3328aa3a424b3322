import { isTimeZone } from '../../contract/rules/dates.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

/** Answers the new shop's id. Throws `invalid_input`. */
export async function addShop(tx: Tx, shop: { name: string; time_zone?: string }): Promise<number> {
  const name = readName(shop.name);
  const time_zone = readTimeZone(shop.time_zone ?? 'UTC');
  const { id } = await tx
    .insertInto('shops')
    .values({ name, time_zone })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type ShopChange = { name?: string | undefined; time_zone?: string | undefined };

/** Changes name or time zone; what is not given stays. Answers what it is now. Throws `invalid_input`, `not_found`. */
export async function changeShop(
  tx: Tx,
  shop_id: number,
  { name, time_zone }: ShopChange,
): Promise<{ name: string; time_zone: string }> {
  const change = {
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(time_zone === undefined ? {} : { time_zone: readTimeZone(time_zone) }),
  };
  const changed = await tx
    .updateTable('shops')
    .set(change)
    .where('id', '=', shop_id)
    .returning(['name', 'time_zone'])
    .executeTakeFirst();
  if (!changed) throw Problem.about('not_found', { what: 'shop', shop_id });
  return changed;
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw Problem.ofField({ field: 'shop_name' });
  return name;
}

function readTimeZone(time_zone: string): string {
  if (isTimeZone(time_zone)) return time_zone;
  throw Problem.ofField({ field: 'time_zone', value: time_zone });
}

export type ShopRow = { id: number; name: string; time_zone: string; staff: number };

/** All shops by id, each with the number of its staff who may sign in. */
export function listShops(tx: Tx): Promise<ShopRow[]> {
  return tx
    .selectFrom('shops')
    .leftJoin('profiles', 'profiles.shop_id', 'shops.id')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'profiles.id').on('users.disabled_at', 'is', null),
    )
    .select(({ fn }) => [
      'shops.id',
      'shops.name',
      'shops.time_zone',
      fn.count<number>('users.id').as('staff'),
    ])
    .groupBy('shops.id')
    .orderBy('shops.id')
    .execute();
}
