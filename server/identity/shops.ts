import type { Facts } from '../audit/audit-event.ts';
import type { Operation } from '../operations/operation.ts';
import { commandRoute, readRoute } from '../operations/route.ts';
import type { Actor, Author } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { changeRows, findRow, firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { readTimeZone } from './time-zone.ts';

/** Adds a shop without staff. Returns its id. Throws `invalid_input`. */
export async function addShop(
  tx: Tx,
  _author: Author,
  shop: { name: string; time_zone?: string },
  { changed }: Operation,
): Promise<number> {
  const name = readName(shop.name);
  const time_zone = await readTimeZone(tx, shop.time_zone ?? 'UTC');
  const adding = sql<{ id: number }>`
    insert into shops (name, time_zone) values (${name}, ${time_zone}) returning id`;
  const { id } = await oneRow(tx, adding);
  changed({ ...changeOf(id, null, { name, time_zone }), what: 'add_shop', shop_id: id });
  return id;
}

type ShopChange = {
  name?: string | undefined;
  time_zone?: string | undefined;
  /** 1 to 720; null: no promised delivery time. */
  promise_hours?: number | null | undefined;
  /** 60 to 3650; null: never. */
  erase_customers_after_days?: number | null | undefined;
  /** ISO 3166-1; the country of numbers stored from then on without a country code. */
  country?: string | undefined;
};

const FACTS = ['name', 'time_zone', 'promise_hours', 'erase_customers_after_days', 'country'] as const;

/** Changes the given settings of a shop and returns all of them. Throws `invalid_input`, `not_found`. */
export async function changeShop(
  tx: Tx,
  { shop_id }: Actor,
  { name, time_zone, promise_hours, erase_customers_after_days, country }: ShopChange,
  { changed, unchanged }: Operation,
): Promise<ShopFacts> {
  const locking = sql<ShopFacts>`
    select name, time_zone, promise_hours, erase_customers_after_days, country
    from shops where id = ${shop_id} for no key update`;
  const before = await firstRow(tx, locking);
  if (!before) throw Problem.about('not_found', { what: 'shop', shop_id });
  const after = {
    name: name === undefined ? before.name : readName(name),
    time_zone: time_zone === undefined ? before.time_zone : await readTimeZone(tx, time_zone),
    promise_hours: promise_hours === undefined ? before.promise_hours : promise_hours,
    erase_customers_after_days:
      erase_customers_after_days === undefined
        ? before.erase_customers_after_days
        : erase_customers_after_days,
    country: country === undefined ? before.country : await readShopCountry(country),
  };
  if (FACTS.every((fact) => after[fact] === before[fact])) unchanged();
  else {
    await changeRows(tx, 'shops', { id: shop_id }, after);
    changed({ ...changeOf(shop_id, before, after), what: 'change_shop' });
  }
  return after;
}

export const changeDeskShopRoute = commandRoute('change_desk_shop', changeShop);

/** Throws `not_found`. */
export async function assertShop(tx: Tx, shop_id: number): Promise<void> {
  const shop = await findRow(tx, 'shops', { id: shop_id }, ['id']);
  if (!shop) throw Problem.about('not_found', { what: 'shop', shop_id });
}

type ShopFacts = {
  name: string;
  time_zone: string;
  promise_hours: number | null;
  erase_customers_after_days: number | null;
  country: string;
};

/** Returns the settings of the actor's shop. Throws `not_found`. */
export async function readOwnShop(tx: Tx, { shop_id }: Actor): Promise<ShopFacts> {
  const shop = await findRow(tx, 'shops', { id: shop_id }, FACTS);
  if (!shop) throw Problem.about('not_found', { what: 'shop', shop_id });
  return shop;
}

export const readDeskShopRoute = readRoute('read_desk_shop', ({ tx, actor }) => readOwnShop(tx, actor));

/** Describes a change for the audit, and notifies the whole shop. */
function changeOf(shop_id: number, before: Facts | null, after: Facts) {
  const touched = [
    { topic: 'shop', subject_id: shop_id, audience: 'shop' },
    // The change may affect which orders are late or belong to today.
    { topic: 'orders', audience: 'desk' },
  ] as const;
  return { subject_id: shop_id, before, after, touched };
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw Problem.ofField({ field: 'shop_name' });
  return name;
}

async function readShopCountry(text: string): Promise<string> {
  const { isSupportedCountry } = await import('libphonenumber-js/max');
  const country = text.trim().toUpperCase();
  if (!isSupportedCountry(country)) throw Problem.ofField({ field: 'country', value: text });
  return country;
}

/** Lists all shops by id, each with the number of its enabled staff. */
export async function listShops(tx: Tx) {
  const { rows } = await sql<{ id: number; name: string; time_zone: string; staff: number }>`
    select s.id, s.name, s.time_zone, count(u.id) as staff
    from shops s left join profiles p on p.shop_id = s.id left join users u on u.id = p.id and u.disabled_at is null
    group by s.id order by s.id`.execute(tx);
  return rows;
}
