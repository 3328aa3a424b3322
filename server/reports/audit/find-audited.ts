import type { RecordKind } from '../../../contract/rules/audit/audit-kinds.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import { orderNumberKey, orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import type { AuditAbout, AuditSubject } from '../../../contract/schemas/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

/** A key under which audit rows are stored. */
type Key = { record: RecordKind; id: string };

export type FoundSubjects = {
  things: AuditAbout[];
  keys: Key[];
  /** Rows about many orders list these orders among their facts. */
  orders: { id: string; order_number: string }[];
  /** Users whose operator bookings are stored under separate keys. */
  people: string[];
};

/** The largest number of people found by a part of their name. */
const PEOPLE_MAX = 20;

type Found = { kind: AuditSubject; id: string | null; name: string | null; keys: Key[] };

/** Finds the shop's records with this name or id, and the keys of audit rows about them. */
export async function findAudited(tx: Tx, shop_id: number, typed: string): Promise<FoundSubjects> {
  const text = typed.trim();
  const asked = { shop_id, text, id: UUID.test(text.toLowerCase()) ? text.toLowerCase() : null };
  const orders = await findOrders(tx, asked);
  const others = await Promise.all([
    findHandovers(tx, asked),
    findDeposits(tx, asked),
    findFloats(tx, asked),
    findVoids(tx, asked),
    findSettlements(tx, asked),
    findMachines(tx, asked),
    findDevices(tx, asked),
    findPeople(tx, asked),
    findStores(tx, asked),
  ]);
  const found = [...orders.found, ...others.flat()];
  return {
    things: found.map(({ kind, id, name }) => ({ kind, id, name, count: null })),
    keys: found.flatMap(({ keys }) => keys),
    orders: orders.orders,
    people: found.flatMap(({ kind, id }) => (kind === 'person' && id !== null ? [id] : [])),
  };
}

type Asked = { shop_id: number; text: string; id: string | null };

const keysOf = (record: RecordKind, ids: readonly (string | null)[]): Key[] =>
  ids.flatMap((id) => (id === null ? [] : [{ record, id }]));

async function findOrders(tx: Tx, { shop_id, text, id }: Asked) {
  const order_number = orderNumberOf(text);
  const asked = sql<{ id: string; order_number: string }>`select id, order_number from orders
    where shop_id = ${shop_id} and (order_number = ${order_number} or number_key = ${orderNumberKey(order_number)} or id = ${id}::uuid)`;
  const orders = (await asked.execute(tx)).rows;
  const found = await Promise.all(
    orders.map(async ({ id: order_id, order_number }): Promise<Found> => {
      const deliveries = sql<{ id: string; photo: string; note: string; movement: string | null }>`
        select c.id, c.delivery_image_file_id as photo, c.delivery_note_file_id as note, m.id as movement from delivery_confirmations c
        left join cash_movements m on m.shop_id = c.shop_id and m.source_type = 'delivery_confirmation' and m.source_id = c.id
        where c.shop_id = ${shop_id} and c.order_id = ${order_id}::uuid`;
      const photos = sql<{ photo: string }>`select photo_file_id as photo from delivery_attempts
        where shop_id = ${shop_id} and order_id = ${order_id}::uuid and photo_file_id is not null`;
      const [{ rows }, attempted] = await Promise.all([deliveries.execute(tx), photos.execute(tx)]);
      const keys = [
        { record: 'order' as const, id: order_id },
        { record: 'order_number' as const, id: order_number },
        ...rows.flatMap((one) => [
          ...keysOf('confirmation', [one.id]),
          ...keysOf('file', [one.photo, one.note]),
          ...keysOf('movement', [one.movement]),
        ]),
        ...attempted.rows.flatMap(({ photo }) => keysOf('file', [photo])),
      ];
      return { kind: 'order', id: order_id, name: order_number, keys };
    }),
  );
  return { found, orders };
}

type Record1 = { id: string; name: string | null; files: (string | null)[] };

async function findHandovers(tx: Tx, { shop_id, text, id }: Asked): Promise<Found[]> {
  const asked = sql<Record1 & { handover_type: string }>`
    select h.id, case h.handover_type when 'collection' then p.full_name else h.handover_reference end as name, h.handover_type,
      array[h.driver_signature_file_id, h.admin_signature_file_id, h.receipt_file_id] as files
    from cash_handovers h join profiles p on p.id = h.staff_user_id
    where h.shop_id = ${shop_id} and (h.handover_reference = ${text} or h.id = ${id}::uuid)`;
  return (await asked.execute(tx)).rows.map(({ handover_type, ...one }) => ({
    ...one,
    kind: handover_type === 'collection' ? 'collection' : 'handover',
    keys: [...keysOf('handover', [one.id]), ...keysOf('file', one.files)],
  }));
}

async function findDeposits(tx: Tx, { shop_id, text, id }: Asked): Promise<Found[]> {
  const asked = sql<Record1 & { movement: string | null }>`
    select b.id, b.reference as name, m.id as movement, array[b.receipt_file_id, b.invoice_file_id, b.signature_file_id] as files
    from bank_deposits b
    left join cash_movements m on m.shop_id = b.shop_id and m.source_type = 'bank_deposit' and m.source_id = b.id
    where b.shop_id = ${shop_id} and (b.reference = ${text.toUpperCase()} or b.id = ${id}::uuid)`;
  return (await asked.execute(tx)).rows.map((one) => ({
    ...one,
    kind: 'deposit',
    keys: [
      ...keysOf('deposit', [one.id]),
      ...keysOf('movement', [one.movement]),
      ...keysOf('file', one.files),
    ],
  }));
}

async function findFloats(tx: Tx, { shop_id, text, id }: Asked): Promise<Found[]> {
  const asked = sql<Record1>`
    select id, reference as name, array[receipt_file_id, admin_signature_file_id, manager_signature_file_id] as files
    from cash_floats where shop_id = ${shop_id} and (reference = ${text.toUpperCase()} or id = ${id}::uuid)`;
  return (await asked.execute(tx)).rows.map((one) => ({
    ...one,
    kind: 'float',
    keys: [...keysOf('float', [one.id]), ...keysOf('file', one.files)],
  }));
}

/** Finds a void by its reference; it is named after its record. */
async function findVoids(tx: Tx, { shop_id, text }: Asked): Promise<Found[]> {
  const asked = sql<Record1 & { record_id: string; record_type: 'handover' | 'deposit' | 'float' }>`
    select id, record_id, record_type, reference as name, array[receipt_file_id, own_signature_file_id, other_signature_file_id] as files
    from cash_voids where shop_id = ${shop_id} and reference = ${text.toUpperCase()}`;
  return (await asked.execute(tx)).rows.map(({ id, record_id, record_type, name, files }) => ({
    kind: record_type,
    id: record_id,
    name,
    keys: [...keysOf('void', [id]), ...keysOf('file', files)],
  }));
}

/** Finds a settlement by its reference; it belongs to the page of its person. */
async function findSettlements(tx: Tx, { shop_id, text }: Asked): Promise<Found[]> {
  const asked = sql<Record1>`
    select id, reference as name, array[receipt_file_id, person_signature_file_id, staff_signature_file_id] as files
    from cash_settlements where shop_id = ${shop_id} and reference = ${text.toUpperCase()}`;
  return (await asked.execute(tx)).rows.map(({ id, name, files }) => ({
    kind: 'person',
    id: null,
    name,
    keys: [...keysOf('settlement', [id]), ...keysOf('file', files)],
  }));
}

async function findMachines(tx: Tx, { shop_id, text, id }: Asked): Promise<Found[]> {
  const asked = sql<{ id: string; name: string }>`select id, number as name from card_machines
    where shop_id = ${shop_id} and (lower(number) = lower(${text}) or id = ${id}::uuid)`;
  return (await asked.execute(tx)).rows.map((one) => ({
    ...one,
    kind: 'machine',
    keys: keysOf('machine', [one.id]),
  }));
}

async function findDevices(tx: Tx, { shop_id, id }: Asked): Promise<Found[]> {
  if (id === null) return [];
  const asked = sql<{
    id: string;
    name: string | null;
  }>`select id, name from device_names(${shop_id}, array[${id}]::uuid[])`;
  return (await asked.execute(tx)).rows.map((one) => ({
    ...one,
    kind: 'device',
    keys: keysOf('device', [one.id]),
  }));
}

/** Finds people by any part of their name, including people who have left. */
async function findPeople(tx: Tx, { shop_id, text, id }: Asked): Promise<Found[]> {
  const asked = sql<{ id: string; name: string; driver_id: number | null }>`
    select p.id, p.full_name as name, d.id as driver_id from shop_members m join profiles p on p.id = m.user_id
    left join drivers d on d.shop_id = m.shop_id and d.user_id = p.id
    where m.shop_id = ${shop_id} and (p.id = ${id}::uuid or length(${text}) > 1 and strpos(lower(p.full_name), lower(${text})) > 0)
    order by p.full_name, p.id limit ${PEOPLE_MAX}`;
  return (await asked.execute(tx)).rows.map(({ driver_id, ...one }) => ({
    ...one,
    kind: 'person',
    keys: [
      ...keysOf('person', [one.id]),
      ...keysOf('driver', [driver_id === null ? null : String(driver_id)]),
    ],
  }));
}

/** Finds a present or former store by its domain, which is its key. */
async function findStores(_tx: Tx, { text }: Asked): Promise<Found[]> {
  const domain = text.toLowerCase();
  if (!/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(domain)) return [];
  return [{ kind: 'store', id: null, name: domain, keys: keysOf('store', [domain]) }];
}
