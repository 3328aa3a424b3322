import {
  knownMeaning,
  NAME_MAX,
  type NameKind,
  type NameMeaning,
  nameKey,
  type OwnMeanings,
  type PaymentMeaning,
  type StatusMeaning,
} from '../../../contract/rules/source-names.ts';
import type { Tx } from '../../platform/database/database.ts';
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

/** Keeps the names of the shop's sources that `own` lacks, each with the meaning that everybody gives it, if any. */
export async function keepNames(
  tx: Tx,
  shop_id: number,
  own: OwnNames,
  { kind, names }: { kind: NameKind; names: readonly string[] },
  now: Date,
): Promise<void> {
  const fresh = new Map(
    names.map((name) => [nameKey(name), name] as const).filter(([key]) => !own[kind].has(key)),
  );
  if (fresh.size === 0) return;
  const texts = [...fresh.values()].map((name) => name.slice(0, NAME_MAX));
  const meanings = texts.map((name) => knownMeaning(kind, name) ?? null);
  const keeping = statement`insert into source_names (shop_id, kind, key, name, meaning, first_seen_at)
    select ${shop_id}::int, ${kind}::text, n.key, n.name, n.meaning, ${now}::timestamptz
    from unnest(${[...fresh.keys()]}::text[], ${texts}::text[], ${meanings}::text[]) as n (key, name, meaning)
    on conflict do nothing`;
  await tx.executeQuery(keeping);
}
