import { recordOf } from '../../../contract/operations/audited.ts';
import { RECORD_OF_FACT, type RecordOfFact } from '../../../contract/rules/audit/audit-facts.ts';
import type { AuditAbout, AuditSubject } from '../../../contract/schemas/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { proofOfPath } from './proof-of-path.ts';

/** The part of an audit row that identifies its subject. */
export type AuditedRow = {
  what: string;
  subject_id: string | null;
  /** Read from the facts of the row, for events whose key has no name. */
  about_user_id: string | null;
  about_driver_id: string | null;
  /** The number of orders if the facts list several. */
  orders: number | null;
  report: string | null;
};

type Named = { kind: AuditSubject; id: string | null; name: string | null };
type Bare = { record: string; id: string };

const UUIDS = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NUMBER = /^[1-9]\d{0,8}$/;

/** Finds the names of the subjects of rows, with a constant number of queries. */
export async function namesOfAudited(
  tx: Tx,
  shop_id: number,
  rows: readonly AuditedRow[],
): Promise<(row: AuditedRow) => AuditAbout | null> {
  const bare = rows.flatMap((row) => bareOf(row) ?? []);
  const names = await namesOf(tx, shop_id, bare);
  return (row) => {
    if (row.orders !== null) return { kind: 'orders', id: null, name: null, count: row.orders };
    if (row.report !== null) return { kind: 'report', id: null, name: row.report, count: null };
    const asked = bareOf(row);
    if (!asked) return null;
    const found = names.get(keyOf(asked));
    return found ? { ...found, count: null } : unnamed(asked);
  };
}

function bareOf({ what, subject_id, about_user_id, about_driver_id }: AuditedRow): Bare | null {
  const record = recordOf(what);
  if (record !== null && subject_id !== null) return { record, id: subject_id };
  if (about_user_id !== null) return { record: 'person', id: about_user_id };
  if (about_driver_id !== null) return { record: 'driver', id: about_driver_id };
  return null;
}

const keyOf = ({ record, id }: Bare) => `${record} ${id}`;

/** Names a subject whose key is its name; null for other records that no longer exist. */
function unnamed({ record, id }: Bare): AuditAbout | null {
  if (record === 'order_number') return { kind: 'order', id: null, name: id, count: null };
  if (record === 'store') return { kind: 'store', id: null, name: id, count: null };
  return null;
}

type Asked = { shop_id: number; ids: string[] };
type Row = { id: string; subject_id: string | null; name: string | null; kind: AuditSubject };
type Read = (tx: Tx, asked: Asked) => Promise<Row[]>;

const rows = async (tx: Tx, asked: Sql<Row>) => (await asked.execute(tx)).rows;

/** Names rows of a table by the person whose account they concern. */
const ofPerson =
  (table: 'cash_settlements' | 'cash_differences' | 'approvals'): Read =>
  (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select r.id, r.user_id as subject_id, p.full_name as name, 'person' as kind from ${sql.ref(table)} r
        join profiles p on p.id = r.user_id where r.shop_id = ${shop_id} and r.id = any(${ids}::uuid[])`,
    );

const READS: Readonly<Record<string, Read>> = {
  order: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select id, id as subject_id, order_number as name, 'order' as kind from orders
        where shop_id = ${shop_id} and id = any(${ids}::uuid[])`,
    ),
  order_number: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select order_number as id, id as subject_id, order_number as name, 'order' as kind from orders
        where shop_id = ${shop_id} and order_number = any(${ids}::text[])`,
    ),
  confirmation: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select c.id, o.id as subject_id, o.order_number as name, 'order' as kind from delivery_confirmations c
        join orders o on o.shop_id = c.shop_id and o.id = c.order_id
        where c.shop_id = ${shop_id} and c.id = any(${ids}::uuid[])`,
    ),
  handover: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select h.id, h.id as subject_id,
          case h.handover_type when 'collection' then p.full_name else h.handover_reference end as name,
          case h.handover_type when 'collection' then 'collection' else 'handover' end as kind
        from cash_handovers h join profiles p on p.id = h.staff_user_id
        where h.shop_id = ${shop_id} and h.id = any(${ids}::uuid[])`,
    ),
  deposit: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select id, id as subject_id, reference as name, 'deposit' as kind from bank_deposits
        where shop_id = ${shop_id} and id = any(${ids}::uuid[])`,
    ),
  float: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select id, id as subject_id, reference as name, 'float' as kind from cash_floats
        where shop_id = ${shop_id} and id = any(${ids}::uuid[])`,
    ),
  settlement: ofPerson('cash_settlements'),
  difference: ofPerson('cash_differences'),
  approval: ofPerson('approvals'),
  void: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select v.id, v.record_id as subject_id,
          case h.handover_type when 'collection' then p.full_name else coalesce(h.handover_reference, b.reference, f.reference) end as name,
          case h.handover_type when 'collection' then 'collection' else v.record_type end as kind
        from cash_voids v
        left join cash_handovers h on h.shop_id = v.shop_id and h.id = v.record_id
        left join profiles p on p.id = h.staff_user_id
        left join bank_deposits b on b.shop_id = v.shop_id and b.id = v.record_id
        left join cash_floats f on f.shop_id = v.shop_id and f.id = v.record_id
        where v.shop_id = ${shop_id} and v.id = any(${ids}::uuid[])`,
    ),
  movement: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select m.id, coalesce(o.id, b.id) as subject_id, coalesce(o.order_number, b.reference) as name,
          case when o.id is null then 'deposit' else 'order' end as kind
        from cash_movements m
        left join delivery_confirmations c on m.source_type = 'delivery_confirmation' and c.shop_id = m.shop_id and c.id = m.source_id
        left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
        left join bank_deposits b on m.source_type = 'bank_deposit' and b.shop_id = m.shop_id and b.id = m.source_id
        where m.shop_id = ${shop_id} and m.id = any(${ids}::uuid[]) and coalesce(o.id, b.id) is not null`,
    ),
  person: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select p.id, p.id as subject_id, p.full_name as name, 'person' as kind from profiles p
        join shop_members m on m.user_id = p.id and m.shop_id = ${shop_id} where p.id = any(${ids}::uuid[])`,
    ),
  driver: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select id::text, user_id as subject_id, full_name as name, 'person' as kind from drivers
        where shop_id = ${shop_id} and id = any(${ids}::int[])`,
    ),
  machine: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select id, id as subject_id, number as name, 'machine' as kind from card_machines
        where shop_id = ${shop_id} and id = any(${ids}::uuid[])`,
    ),
  device: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select id, id as subject_id, name, 'device' as kind from device_names(${shop_id}, ${ids}::uuid[])`,
    ),
  shop: (tx, { shop_id, ids }) =>
    rows(
      tx,
      sql<Row>`select id::text, null as subject_id, name, 'shop' as kind from shops
        where id = ${shop_id} and id = any(${ids}::int[])`,
    ),
  file: readFiles,
};

/**
 * Identifies files by their paths. Also finds the orders of photos and notes, if the path contains the order
 * number unchanged.
 */
async function readFiles(tx: Tx, { shop_id, ids }: Asked): Promise<Row[]> {
  const asked = sql<{ id: string; bucket: 'order-deliveries'; path: string }>`
    select id, bucket, path from files where shop_id = ${shop_id} and id = any(${ids}::uuid[])`;
  const files = (await asked.execute(tx)).rows.map(({ id, bucket, path }) => ({
    id,
    ...proofOfPath(bucket, path),
  }));
  const of_orders = files.filter(({ kind }) => kind === 'photo' || kind === 'note');
  const numbers = [...new Set(of_orders.map(({ name }) => name))];
  const orders = await rows(
    tx,
    sql<Row>`select id, id as subject_id, order_number as name, 'order' as kind from orders
      where shop_id = ${shop_id} and order_number = any(${numbers}::text[])`,
  );
  const order_ids = new Map(orders.map(({ id, name }) => [name, id]));
  return files.map(({ kind, name, id }) => ({
    id,
    kind,
    name,
    subject_id: kind === 'photo' || kind === 'note' ? (order_ids.get(name) ?? null) : null,
  }));
}

const BY_NUMBER = ['driver', 'shop'];
const BY_TEXT = ['order_number', 'store'];

async function namesOf(tx: Tx, shop_id: number, bare: readonly Bare[]): Promise<Map<string, Named>> {
  const by_record = new Map<string, Set<string>>();
  for (const { record, id } of bare) {
    const shape = BY_NUMBER.includes(record) ? NUMBER : BY_TEXT.includes(record) ? /./ : UUIDS;
    if (shape.test(id)) by_record.set(record, (by_record.get(record) ?? new Set()).add(id));
  }
  const found = await Promise.all(
    [...by_record].map(async ([record, ids]) => {
      const read = READS[record];
      const named = read ? await read(tx, { shop_id, ids: [...ids] }) : [];
      return named.map(({ id, subject_id, name, kind }): [string, Named] => [
        keyOf({ record, id }),
        { kind, id: subject_id, name },
      ]);
    }),
  );
  return new Map(found.flat());
}

export type NamedFact = { kind: RecordOfFact; id: string; name: string };

/** Finds the names of the ids among the facts of events. */
export async function namesOfFacts(
  tx: Tx,
  shop_id: number,
  facts: readonly (Readonly<Record<string, unknown>> | null)[],
): Promise<NamedFact[]> {
  const bare = facts.flatMap((one) =>
    namedFacts(one).flatMap(([name, value]) => {
      const record = RECORD_OF_FACT[name];
      if (!record) return [];
      const ids = (Array.isArray(value) ? value : [value]).filter((id) => id !== null);
      return ids.map((id) => ({ record, id: String(id) }));
    }),
  );
  const names = await namesOf(tx, shop_id, bare);
  const known = new Map(bare.map((one) => [keyOf(one), one]));
  return [...known].flatMap(([key, { record, id }]) => {
    const name = names.get(key)?.name;
    return name == null ? [] : [{ kind: record, id, name }];
  });
}

/** Splits the filters of an export, which are stored as a list of `user_id=…`. */
function namedFacts(facts: Readonly<Record<string, unknown>> | null): [name: string, value: unknown][] {
  const { filters, ...others } = facts ?? {};
  const pairs = Array.isArray(filters) ? filters.map((text) => String(text).split('=', 2)) : [];
  return [...Object.entries(others), ...pairs.map(([name = '', value]): [string, unknown] => [name, value])];
}
