import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import {
  knownMeaning,
  NAME_KINDS,
  type NameKind,
  type NameMeaning,
  nameKey,
  type OwnMeanings,
} from '../../../contract/rules/import/source-names.ts';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import type { Change, Operation } from '../../operations/operation.ts';
import { applyMeanings, findOrdersByNames } from '../../orders/incoming/apply-meanings.ts';
import { type OwnNames, readOwnNames } from '../../orders/incoming/own-names.ts';
import { type LockedShopOrder, lockShopOrders } from '../../orders/lock-shop-order.ts';
import { usersOfDrivers } from '../../orders/order-events.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';

/**
 * Defines names and applies their meanings to orders before dispatch. Orders on the road keep theirs. Throws
 * `already_exists` if another user has redefined one of the names since the caller viewed its meaning,
 * because the caller has not seen the orders that would change.
 */
export function defineNames(
  tx: Tx,
  actor: Staff,
  { names }: EndpointBody<'define_names'>,
  operation: Operation,
): Promise<EndpointResponse<'define_names'>> {
  return defineNamesAudited('define_names', tx, actor, names, operation);
}

/** Like `defineNames`; the audit records the change as `what`. */
export async function defineNamesAudited(
  what: Change['what'],
  tx: Tx,
  actor: Staff,
  names: readonly NameDefinition[],
  { now, changed, unchanged }: Operation,
): Promise<EndpointResponse<'define_names'>> {
  const { shop_id } = actor;
  await lockDefinitions(tx, shop_id);
  const before = await readOwnNames(tx, shop_id);
  const news = names.filter((one) => meaningIn(before, one) !== one.meaning);
  if (!news.every((one) => isAsSeen(before, one)))
    throw new Problem('already_exists', 'The meaning of a name has changed. Reload and try again.');
  await writeDefinitions(tx, actor, news, now);
  const orders = await lockShopOrders(tx, shop_id, await findOrdersByNames(tx, shop_id, paymentKeys(names)));
  // Read again under the orders' locks: another definition of one of their names may have been committed.
  const own = await readOwnNames(tx, shop_id);
  const done = await applyMeanings(tx, actor, orders, own.payment);
  if (news.length === 0 && done.length === 0) unchanged();
  else changed(await changeOf(tx, actor, { what, before, news, done }));
  return { changed_orders: done.length };
}

export function paymentKeys(names: readonly NameDefinition[]): Set<string> {
  return new Set(names.filter(({ kind }) => kind === 'payment').map(({ name }) => nameKey(name)));
}

/** Returns the defined meaning, even if it equals the general one, since a user has then confirmed it. */
function meaningIn(own: OwnNames, { kind, name }: NameDefinition): NameMeaning | null | undefined {
  const meanings: OwnMeanings = own[kind];
  return meanings.get(nameKey(name));
}

/** True if the caller saw the current meaning: for a name without a row, its general meaning or none. */
function isAsSeen(own: OwnNames, one: NameDefinition): boolean {
  const { seen, kind, name } = one;
  const meaning = meaningIn(own, one);
  if (seen === undefined || seen === meaning) return true;
  return meaning === undefined && (seen === null || seen === knownMeaning(kind, name));
}

/** Serializes a shop's definitions, so that each compares what was seen with the previous one. */
async function lockDefinitions(tx: Tx, shop_id: number): Promise<void> {
  const name = `names of ${shop_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`.execute(tx);
}

/** Writes in key order, so that two definitions of the same names wait for each other without a deadlock. */
async function writeDefinitions(
  tx: Tx,
  { shop_id, user_id }: Staff,
  names: readonly NameDefinition[],
  now: Date,
): Promise<void> {
  if (names.length === 0) return;
  const columns = {
    kinds: names.map(({ kind }) => kind),
    keys: names.map(({ name }) => nameKey(name)),
    names: names.map(({ name }) => name),
    meanings: names.map(({ meaning }) => meaning),
  };
  const defining = sql`
    insert into source_names (shop_id, kind, key, name, meaning, first_seen_at, defined_at, defined_by)
    select ${shop_id}::int, n.kind, n.key, n.name, n.meaning, ${now}::timestamptz, ${now}::timestamptz, ${user_id}::uuid
    from unnest(${columns.kinds}::text[], ${columns.keys}::text[], ${columns.names}::text[], ${columns.meanings}::text[])
      as n (kind, key, name, meaning)
    order by n.kind, n.key
    on conflict (shop_id, kind, key) do update set meaning = excluded.meaning, is_remembered = false,
      defined_at = excluded.defined_at, defined_by = excluded.defined_by`;
  await defining.execute(tx);
  for (const kind of NAME_KINDS) {
    const keys = names.filter((one) => one.kind === kind).map(({ name }) => nameKey(name));
    if (keys.length > 0) await forgetRemembered(tx, shop_id, kind, new Set(keys));
  }
}

/** Deletes the remembered names of these keys. Several remembered names may normalise to one key. */
async function forgetRemembered(
  tx: Tx,
  shop_id: number,
  kind: NameKind,
  keys: ReadonlySet<string>,
): Promise<void> {
  const reading = sql<{ key: string }>`select key from source_names
    where shop_id = ${shop_id}::int and kind = ${kind}::text and is_remembered`;
  const { rows } = await reading.execute(tx);
  const words = rows.map(({ key }) => key).filter((word) => keys.has(nameKey(word)));
  if (words.length === 0) return;
  await sql`select forget_remembered_names(${kind}::text, ${words}::text[])`.execute(tx);
}

type Defined = {
  what: Change['what'];
  before: OwnNames;
  news: readonly NameDefinition[];
  done: readonly LockedShopOrder[];
};

async function changeOf(tx: Tx, { shop_id }: Staff, { what, before, news, done }: Defined): Promise<Change> {
  const user_ids = await usersOfDrivers(
    tx,
    shop_id,
    done.map(({ driver_id }) => driver_id),
  );
  const touched_orders = { topic: 'orders', audience: 'desk', user_ids } as const;
  return {
    what,
    subject_id: null,
    before: { meanings: news.map((one) => meaningIn(before, one) ?? null) },
    after: {
      names: news.map(({ name }) => name),
      meanings: news.map(({ meaning }) => meaning),
      changed_orders: done.length,
    },
    touched: [{ topic: 'shop', audience: 'desk' }, ...(done.length > 0 ? [touched_orders] : [])],
  };
}
