import {
  knownMeaning,
  NAME_MAX,
  NAMES_MAX,
  type NameKind,
  type NameMeaning,
  nameKey,
  type OwnMeanings,
  type PaymentMeaning,
  type StatusMeaning,
} from '../../../contract/rules/import/source-names.ts';
import { recordChange } from '../../operations/record-change.ts';
import { SERVER } from '../../operations/run-as.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ChangedMeanwhile } from '../../platform/database/driver/failures.ts';
import { sql } from '../../platform/database/sql.ts';

/** The meanings that a shop has defined for names in its sources. */
export type OwnNames = { payment: OwnMeanings<PaymentMeaning>; status: OwnMeanings<StatusMeaning> };

/** The definitions of a shop that has none: each name has its general meaning. */
export const NO_OWN_NAMES: OwnNames = { payment: new Map(), status: new Map() };

export type NameRow = { kind: NameKind; name: string; meaning: NameMeaning | null; is_remembered: boolean };

/** Reads the shop's definitions in one statement. */
export async function readOwnNames(tx: Tx, shop_id: number): Promise<OwnNames> {
  const reading = sql<NameRow>`select kind, name, meaning, is_remembered from source_names
    where shop_id = ${shop_id}::int order by is_remembered desc, key`;
  const { rows } = await reading.execute(tx);
  return {
    payment: meaningsOf(rows, 'payment') as OwnNames['payment'],
    status: meaningsOf(rows, 'status') as OwnNames['status'],
  };
}

/**
 * Returns the meanings by key. A meaning remembered from before names could be defined becomes null, so that
 * a user defines it again, if it contradicts another spelling of the same name or the known meaning of the
 * name.
 */
export function meaningsOf(rows: readonly NameRow[], kind: NameKind): OwnMeanings {
  const meanings = new Map<string, NameMeaning | null>();
  for (const { name, meaning, is_remembered } of rows.filter((row) => row.kind === kind)) {
    const key = nameKey(name);
    if (is_remembered && meanings.get(key) === null) continue;
    const known = is_remembered ? (meanings.get(key) ?? knownMeaning(kind, name)) : undefined;
    const is_contradicted = known !== undefined && known !== meaning;
    meanings.set(key, is_contradicted ? null : meaning);
  }
  return meanings;
}

/**
 * Adds the names that the shop's table lacks, each with its current meaning, if any. Until the commit, no
 * user can define any of `names`, so that a definition also applies to the orders of this transaction. Throws
 * `ChangedMeanwhile` if the meaning of one of them differs from `own`: the transaction is then retried.
 */
export async function keepNames(
  tx: Tx,
  shop_id: number,
  own: OwnNames,
  { kind, names }: { kind: NameKind; names: readonly string[] },
  now: Date,
): Promise<void> {
  const by_key = new Map(names.map((name) => [nameKey(name), name.slice(0, NAME_MAX)]));
  if (by_key.size === 0) return;
  const meaningOf = (key: string) => {
    const meaning = own[kind].get(key);
    return (meaning === undefined ? knownMeaning(kind, by_key.get(key) ?? '') : meaning) ?? null;
  };
  const locked = await lockNames(tx, shop_id, kind, [...by_key.keys()]);
  const fresh = [...by_key]
    .filter(([key]) => !locked.some((row) => row.key === key))
    .map(([key, name]) => ({ key, name, meaning: meaningOf(key) }));
  const added = fresh.length > 0 ? await addNames(tx, shop_id, kind, fresh, now) : [];
  const raced = fresh.length > added.length ? await lockNames(tx, shop_id, kind, keysOf(fresh)) : [];
  // Remembered meanings are already in `own`.
  const defined = [...locked, ...raced].filter(({ is_remembered }) => !is_remembered);
  if (defined.some(({ key, meaning }) => meaningOf(key) !== meaning))
    throw new ChangedMeanwhile('A user has defined the name of a payment or status');
  if (fresh.some(({ key, meaning }) => meaning === null && added.includes(key))) notifyDesk(tx, shop_id);
}

type FreshName = { key: string; name: string; meaning: NameMeaning | null };
type LockedName = { key: string; meaning: NameMeaning | null; is_remembered: boolean };

function keysOf(names: readonly { key: string }[]): string[] {
  return names.map(({ key }) => key);
}

/** Adds names while there is room, in the order of their keys. Returns the keys of the added names. */
async function addNames(
  tx: Tx,
  shop_id: number,
  kind: NameKind,
  fresh: readonly FreshName[],
  now: Date,
): Promise<string[]> {
  const [texts, meanings] = [fresh.map(({ name }) => name), fresh.map(({ meaning }) => meaning)];
  const adding = sql<{
    key: string;
  }>`insert into source_names (shop_id, kind, key, name, meaning, first_seen_at)
    select ${shop_id}::int, ${kind}::text, n.key, n.name, n.meaning, ${now}::timestamptz
    from unnest(${keysOf(fresh)}::text[], ${texts}::text[], ${meanings}::text[]) as n (key, name, meaning)
    order by n.key limit greatest(0, ${NAMES_MAX}::int - (select count(*) from source_names where shop_id = ${shop_id}::int))
    on conflict do nothing returning key`;
  return keysOf((await adding.execute(tx)).rows);
}

/** Locks the rows of these names, so that no user can define them. */
async function lockNames(tx: Tx, shop_id: number, kind: NameKind, keys: string[]): Promise<LockedName[]> {
  const locking = sql<LockedName>`select key, meaning, is_remembered from source_names
    where shop_id = ${shop_id}::int and kind = ${kind}::text and key = any(${keys}::text[])
    order by key for share`;
  return (await locking.execute(tx)).rows;
}

/** Notifies the desk, which shows the names that a user has to define. */
function notifyDesk(tx: Tx, shop_id: number): void {
  const touched = [{ topic: 'shop', audience: 'desk' } as const];
  recordChange(tx, { author: SERVER, shop_id, origin: null, command_id: null }, { what: null, touched });
}
