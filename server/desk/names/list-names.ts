import type { ShopName } from '../../../contract/operations/desk/names/list-names.schema.ts';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { type NameMeaning, nameKey } from '../../../contract/rules/import/source-names.ts';
import { readNamesToDefine } from '../../orders/incoming/names-to-define.ts';
import { meaningsOf, type NameRow } from '../../orders/incoming/own-names.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

/** The largest number of listed names of waiting orders that have no row in the table. */
const FURTHER_MAX = 100;

type Row = NameRow & {
  first_seen_at: Date;
  defined_at: Date | null;
  defined_by: string | null;
};

/** Returns all names of the shop's sources: undefined names first, sorted by the number of waiting orders. */
export async function listNames(tx: Tx, { shop_id }: Staff): Promise<EndpointResponse<'list_names'>> {
  const reading = sql<Row>`
    select s.kind, s.name, s.meaning, s.is_remembered, s.first_seen_at, s.defined_at, p.full_name as defined_by
    from source_names s left join profiles p on p.id = s.defined_by
    where s.shop_id = ${shop_id}::int order by s.is_remembered desc, s.key`;
  const [{ rows }, to_define] = await Promise.all([reading.execute(tx), readNamesToDefine(tx, shop_id)]);
  const waiting = new Map(to_define.map((one) => [`${one.kind} ${one.key}`, one]));
  const names = namesOf(rows).map(([id, name]) => ({
    ...name,
    waiting_orders: waiting.get(id)?.waiting_orders ?? 0,
    is_listed: waiting.delete(id),
  }));
  const further = [...waiting.values()].slice(0, FURTHER_MAX).map(({ kind, name, waiting_orders }) => ({
    ...{ kind, name, waiting_orders },
    ...{ meaning: null, defined: null, first_seen_at: null, remembered: [] },
  }));
  const all = [...names.map(({ is_listed: _, ...name }) => name), ...further];
  return { names: all.sort(byUrgency) };
}

/** Groups rows into one entry for each name, by its id. Several remembered names may share an entry. */
function namesOf(rows: readonly Row[]): [id: string, name: ShopName][] {
  const meanings = { payment: meaningsOf(rows, 'payment'), status: meaningsOf(rows, 'status') };
  const by_id = new Map<string, Row[]>();
  for (const row of rows) {
    const id = `${row.kind} ${nameKey(row.name)}`;
    by_id.set(id, [...(by_id.get(id) ?? []), row]);
  }
  return [...by_id].map(([id, of_name]) => {
    const meaning = meanings[(of_name[0] as Row).kind].get(nameKey((of_name[0] as Row).name)) ?? null;
    return [id, nameOf(of_name, meaning)];
  });
}

/** Combines the rows of one name, the remembered ones first. */
function nameOf(rows: readonly Row[], meaning: NameMeaning | null): ShopName {
  const { kind, name, defined_at, defined_by, first_seen_at } = rows.at(-1) as Row;
  const remembered = rows.flatMap((row) =>
    row.is_remembered && row.meaning !== null ? [{ name: row.name, meaning: row.meaning }] : [],
  );
  return {
    ...{ kind, name, meaning },
    defined: defined_at && { by: defined_by, at: defined_at.toISOString() },
    first_seen_at: first_seen_at.toISOString(),
    waiting_orders: 0,
    remembered: meaning === null ? remembered : [],
  };
}

function byUrgency(one: ShopName, other: ShopName): number {
  const undefined_first = Number(other.meaning === null) - Number(one.meaning === null);
  return (
    undefined_first ||
    other.waiting_orders - one.waiting_orders ||
    (nameKey(one.name) < nameKey(other.name) ? -1 : 1)
  );
}
