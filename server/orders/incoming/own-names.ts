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
} from '../../../contract/rules/source-names.ts';
import { recordChange } from '../../operations/record-change.ts';
import { SERVER } from '../../operations/run-as.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ChangedMeanwhile } from '../../platform/database/driver/failures.ts';
import { statement } from '../../platform/database/statement.ts';

/** A shop's meanings of the names in its sources. */
export type OwnNames = { payment: OwnMeanings<PaymentMeaning>; status: OwnMeanings<StatusMeaning> };

/** A shop that has defined nothing: names have the meanings that everybody gives them. */
export const NO_OWN_NAMES: OwnNames = { payment: new Map(), status: new Map() };

export type NameRow = { kind: NameKind; name: string; meaning: NameMeaning | null; is_remembered: boolean };

/** Reads the shop's table, by one statement. */
export async function readOwnNames(tx: Tx, shop_id: number): Promise<OwnNames> {
  const reading = statement<NameRow>`select kind, name, meaning, is_remembered from source_names
    where shop_id = ${shop_id}::int order by is_remembered desc, key`;
  const { rows } = await tx.executeQuery(reading);
  return {
    payment: meaningsOf(rows, 'payment') as OwnNames['payment'],
    status: meaningsOf(rows, 'status') as OwnNames['status'],
  };
}

/**
 * The meanings by key. Words that were remembered before names had meanings are asked about once more where two of them are one name
 * now, or where the name is known to mean something else.
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
 * Keeps the names of the shop's sources that `own` lacks, each with its general meaning, if any. Up to the commit no user defines any of
 * `names`: the orders that this transaction writes are there when a definition is applied to the orders. Throws `ChangedMeanwhile` where
 * one of them no longer means what `own` says: the transaction runs again.
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
  const fresh = [...by_key].filter(([key]) => !own[kind].has(key));
  const [added, locked] = await Promise.all([
    fresh.length > 0 ? addNames(tx, shop_id, kind, fresh, now) : [],
    lockNames(tx, shop_id, kind, [...by_key.keys()]),
  ]);
  const is_changed = locked.some(({ key, meaning }) => {
    const read = own[kind].get(key) ?? null;
    return own[kind].has(key)
      ? read !== meaning
      : (knownMeaning(kind, by_key.get(key) ?? '') ?? null) !== meaning;
  });
  if (is_changed) throw new ChangedMeanwhile('A user has defined the name of a payment or status');
  if (added.some(({ meaning }) => meaning === null)) showAtDesk(tx, shop_id);
}

type NameAt = { key: string; meaning: NameMeaning | null };

/** Adds them as far as there is room, in the order of their keys. Returns those that were added. */
async function addNames(
  tx: Tx,
  shop_id: number,
  kind: NameKind,
  fresh: readonly (readonly [key: string, name: string])[],
  now: Date,
): Promise<NameAt[]> {
  const [keys, texts] = [fresh.map(([key]) => key), fresh.map(([, name]) => name)];
  const meanings = texts.map((name) => knownMeaning(kind, name) ?? null);
  const adding = statement<NameAt>`insert into source_names (shop_id, kind, key, name, meaning, first_seen_at)
    select ${shop_id}::int, ${kind}::text, n.key, n.name, n.meaning, ${now}::timestamptz
    from unnest(${keys}::text[], ${texts}::text[], ${meanings}::text[]) as n (key, name, meaning)
    order by n.key limit greatest(0, ${NAMES_MAX}::int - (select count(*) from source_names where shop_id = ${shop_id}::int))
    on conflict do nothing returning key, meaning`;
  return (await tx.executeQuery(adding)).rows;
}

/** Locks the definitions of these names, which excludes new ones; what is remembered has not been defined. */
async function lockNames(
  tx: Tx,
  shop_id: number,
  kind: NameKind,
  keys: readonly string[],
): Promise<NameAt[]> {
  const locking = statement<NameAt>`select key, meaning from source_names
    where shop_id = ${shop_id}::int and kind = ${kind}::text and key = any(${keys}::text[]) and not is_remembered
    order by key for share`;
  return (await tx.executeQuery(locking)).rows;
}

/** The desk shows names that a user has to define. */
function showAtDesk(tx: Tx, shop_id: number): void {
  const touched = [{ topic: 'shop', audience: 'desk' } as const];
  recordChange(tx, { author: SERVER, shop_id, origin: null, command_id: null }, { what: null, touched });
}
