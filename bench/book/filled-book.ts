import { newId } from '../../contract/rules/ids.ts';
import { runTransaction } from '../../server/platform/database/database.ts';
import { addShop, addStaff } from '../../tests/support/operations.ts';
import type { BenchPlace } from '../bench-place.ts';
import { ATTEMPTS, SET_OUT_AGAIN } from './filled-attempts.ts';
import { hashOf, ID_AT, idAt, iso, stringified } from './filling-sql.ts';
import { allTables, dropKeys } from './without-keys.ts';

const OTHER_SHOPS = 3;
const DRIVERS_OF_OTHERS = 16;

/**
 * Drivers, each with the manager and the admin who receive the driver's cash. Filled rows rotate through
 * them.
 */
export type People = {
  shop_id: number;
  driver_id: number;
  user_id: string;
  manager_id: string;
  admin_id: string;
}[];

/** Adds three shops with managers, admins and drivers of their own. Returns the drivers of all four shops. */
export async function addOtherShops({
  owner,
  shop_id,
  manager,
  admin,
  drivers,
}: BenchPlace): Promise<People> {
  const people: People = drivers.map(({ driver_id, user_id }) => ({
    shop_id,
    driver_id,
    user_id,
    manager_id: manager.user_id,
    admin_id: admin.user_id,
  }));
  for (let shop = 1; shop <= OTHER_SHOPS; shop += 1) {
    await runTransaction(owner, async (tx) => {
      const shop_id = await addShop(tx, { name: `Other Shop ${shop}` });
      const add = (full_name: string, role: 'Manager' | 'Admin' | 'Driver') =>
        addStaff(tx, { shop_id, email: `${newId()}@bench.example`, full_name, role, password: newId() });
      const { user_id: manager_id } = await add('manager', 'Manager');
      const { user_id: admin_id } = await add('admin', 'Admin');
      for (let driver = 1; driver <= DRIVERS_OF_OTHERS; driver += 1) {
        const { user_id, driver_id } = await add(`driver ${driver}`, 'Driver');
        if (driver_id === null) throw new Error('the new driver has no driver record');
        people.push({ shop_id, driver_id, user_id, manager_id, admin_id });
      }
    });
  }
  return people;
}

/**
 * The size of a filled book. An order causes 0.8 cash movements on average, with its driver's handovers and
 * deposits; the remaining movements are cash from the safe, booked by the operator.
 */
export type Book = {
  movements: number;
  orders: number;
  /** The intervals between orders and between issues; the defaults are those of a busy shop. */
  apart?: { orders_s: number; issues_s: number };
};
/**
 * Fills the database up to `movements` and `orders`, with all related rows. Added rows are older than
 * existing ones. Ids are UUIDv7 of their time, as the product creates them. Keys and triggers are off during
 * the fill.
 */
export async function fillBook(
  { pools }: { pools: Pick<BenchPlace['pools'], 'owner'> },
  people: People,
  { movements, orders, apart = { orders_s: 38, issues_s: 17 } }: Book,
): Promise<void> {
  const client = await pools.owner.connect();
  try {
    await client.query(`begin; set local statement_timeout = 0; set local maintenance_work_mem = '512MB';
      set local work_mem = '256MB'; set local synchronous_commit = off`);
    await client.query(ID_AT);
    const putKeysBack = await dropKeys(client);
    const { rows } = await client.query<{ filled_in: number }>(
      "select count(*)::int as filled_in from orders where order_number like 'F%'",
    );
    const { filled_in = 0 } = rows[0] ?? {};
    await client.query(
      `create temp table people on commit drop as select row_number() over () - 1 as slot, p.*
       from jsonb_to_recordset($1::jsonb) as p (shop_id int, driver_id int, user_id uuid, manager_id uuid, admin_id uuid)`,
      [JSON.stringify(people)],
    );
    await client.query(MADE(filled_in + 1, orders, people.length, apart.orders_s));
    for (const statement of FILLING) await client.query(statement);
    await client.query(ISSUES(movements, people.length, apart.issues_s));
    await client.query('delete from cash_tracking_parts');
    await client.query(BALANCES);
    await putKeysBack();
    await client.query('commit');
    await client.query(`vacuum (analyze) ${(await allTables(client)).join(', ')}`);
  } finally {
    client.release(true);
  }
}

/**
 * Creates one order every `apart_s` seconds, going back from yesterday; 38 s is some 20 orders a day per
 * driver. Today stays empty for the orders of the benchmark itself.
 */
const MADE = (from: number, to: number, slots: number, apart_s: number) => `
  create temp table made on commit drop as
  select n, p.*, at.t as at, ${iso('at.t')} as iso, 5000 + (n % 20) * 500 as fils, 'F' || n as order_number,
    case when n % 50 = 49 then 'cancelled' else 'completed' end as status,
    case when n % 10 < 7 then 'cash' when n % 10 < 9 then 'online' else 'card' end as method,
    case when n % 10 < 7 or n % 10 = 9 then 5000 + (n % 20) * 500 else 0 end as due,
    case when ${SET_OUT_AGAIN} then 20 else 40 end as minutes,
    ${idAt("at.t - interval '1 hour'")} as order_id, ${idAt("at.t - interval '1 hour'")} as customer_id,
    ${idAt('at.t')} as image_file_id, ${idAt('at.t')} as note_file_id, ${idAt('at.t')} as command_id, ${idAt('at.t')} as confirmation_id
  from generate_series(${to}, ${from}, -1) n join people p on p.slot = n % ${slots},
    lateral (select date_trunc('milliseconds', now() - interval '1 day' - n * interval '${apart_s} seconds') as t) at`;

const ORDERS = [
  `insert into customers (shop_id, id, first_name, last_name, phone, ever_driver_ids)
   select shop_id, customer_id, 'Layla', 'Haddad ' || n % 1000, '+97150' || (1000000 + n % 9000000), array[driver_id] from made`,
  `insert into products (shop_id, id, name, sku) select shop_id, ${idAt('now()')}, 'Product ' || k, 'SKU' || k
   from (select distinct shop_id from people) s, generate_series(1, 50) k
   where not exists (select from products p where p.shop_id = s.shop_id and p.name = 'Product ' || k)`,
  `insert into orders (shop_id, id, order_number, driver_id, customer_id, status, payment_method, payment_status, subtotal_fils,
     total_amount_fils, paid_amount_fils, due_amount_fils, delivery_address, area, created_at, updated_at, dispatching_started_at,
     actual_delivery_time, delivery_duration_seconds, ever_driver_ids)
   select shop_id, order_id, order_number, driver_id, customer_id, status, method,
     case when status = 'completed' then 'paid' else 'pending' end, fils, fils, fils - due, due,
     'Marina Gate ' || n % 200 || ', Apt ' || n % 90, 'Area ' || n % 40, at - interval '1 hour', at, at - minutes * interval '1 minute',
     case when status = 'completed' then at end, case when status = 'completed' then minutes * 60 end, array[driver_id] from made`,
  `insert into order_search (shop_id, order_id, created_at, driver_id, words)
   select o.shop_id, o.id, o.created_at, o.driver_id, search_words(o.order_number, c.first_name, c.last_name, o.delivery_address, o.area, c.phone)
   from made m join orders o on o.shop_id = m.shop_id and o.id = m.order_id join customers c on c.shop_id = o.shop_id and c.id = o.customer_id`,
  `insert into order_line_items (shop_id, id, order_id, position, product_id, qty, unit_price_fils, line_total_fils, ever_driver_ids)
   select m.shop_id, ${idAt("m.at - interval '1 hour'")}, m.order_id, line, p.id, 1, m.fils / 2, m.fils / 2, array[m.driver_id]
   from made m cross join generate_series(1, 2) line
   join products p on p.shop_id = m.shop_id and p.name = 'Product ' || 1 + (m.n + line) % 50`,
  `insert into order_assignments (shop_id, id, order_id, driver_id, assigned_at)
   select shop_id, ${idAt("at - interval '50 minutes'")}, order_id, driver_id, at - interval '50 minutes' from made`,
  `insert into order_events (shop_id, id, order_id, kind, detail, actor_user_id, recorded_at, ever_driver_ids)
   select shop_id, ${idAt("at - interval '1 hour'")}, order_id, 'imported', '{"source": "csv"}'::jsonb, null::uuid, at - interval '1 hour', array[driver_id] from made
   union all
   select shop_id, ${idAt("at - interval '50 minutes'")}, order_id, 'assigned', jsonb_build_object('driver_id', driver_id), null,
     at - interval '50 minutes', array[driver_id] from made
   union all
   select shop_id, ${idAt('at')}, order_id, 'delivered', jsonb_build_object('confirmation_id', confirmation_id, 'from', 'dispatching',
     'delivered_at', iso, 'tender', tender, 'collected_fils', due), user_id, at, array[driver_id] from delivered`,
];

const DELIVERIES = [
  `create temp view delivered as select m.*,
     case method when 'cash' then 'cash' when 'card' then 'card_machine' end as tender, case method when 'cash' then due else 0 end as cash_fils,
     shop_id || '/' || driver_id || '/' || to_char(at at time zone 'UTC', 'YYYY-MM') || '/' || order_number || '/' as folder
   from made m where status = 'completed'`,
];

const RECORDS = [
  `insert into files (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by, uploaded_at, pinned_at)
   select shop_id, image_file_id, 'order-deliveries', folder || 'delivery-image.jpg', ${hashOf('image_file_id')}, 300000, 'image/jpeg',
     user_id, at, at from delivered
   union all
   select shop_id, note_file_id, 'order-deliveries', folder || order_number || '.pdf', ${hashOf('note_file_id')}, 30000, 'application/pdf',
     user_id, at, at from delivered`,
  `insert into delivery_confirmations (shop_id, id, order_id, driver_id, user_id, delivery_image_url, customer_signature_url,
     delivery_image_file_id, delivery_note_file_id, customer_name, tender, collected_fils, cash_fils, outcome, command_id, delivered_at, recorded_at)
   select shop_id, confirmation_id, order_id, driver_id, user_id, folder || 'delivery-image.jpg', folder || order_number || '.pdf',
     image_file_id, note_file_id, 'Layla Haddad', tender, due, cash_fils, 'delivered', command_id, at, at from delivered`,
  `insert into order_fulfilments (shop_id, order_id, status, created_at, done_at, next_attempt_at, ever_driver_ids)
   select shop_id, order_id, 'done', at, at, at, array[driver_id] from delivered`,
  `insert into commands (shop_id, user_id, endpoint, command_id, fingerprint, status, body, recorded_at)
   select shop_id, user_id, 'confirm_delivery', command_id, ${hashOf('command_id')}, 200, ${stringified(`json_build_object('confirmation_id', confirmation_id,
     'outcome', 'delivered', 'conflict', null, 'order', json_build_object('id', order_id, 'order_number', order_number, 'status', 'completed',
       'payment_status', 'paid', 'actual_delivery_time', iso, 'delivery_duration_seconds', minutes * 60), 'delivered_at', iso,
     'cash', case when cash_fils > 0 then json_build_object('success', true, 'error', null, 'new_total_fils', 100000, 'amount_fils', cash_fils) end)`)},
     at from delivered`,
  `insert into audit_events (shop_id, id, source, user_id, client_address, device, what, subject_id, before, after, personal_fields, command_id, recorded_at)
   select shop_id, ${idAt('at')}, 'request', user_id, '10.1.2.3', 'Chrome on Android', 'confirm_delivery', order_id::text,
     '{"status": "dispatching", "payment_status": "pending"}', jsonb_build_object('status', 'completed', 'payment_status', 'paid',
       'confirmation_id', confirmation_id, 'outcome', 'delivered', 'conflict', null, 'delivered_at', iso, 'tender', tender, 'collected_fils', due),
     '{customer_name}', command_id, at from delivered`,
  `insert into feed (shop_id, id, topic, subject_id, audience, user_ids, command_id, recorded_at)
   select shop_id, ${idAt('at')}, topic, order_id::text, 'desk', array[user_id], command_id, at + interval '1 day'
   from delivered, unnest(array['orders', 'cash']) topic where at > now() - interval '2 days'`,
  `insert into cash_movements (shop_id, id, from_holder, to_holder, to_user_id, amount_fils, reason, source_type, source_id, command_id,
     recorded_by, occurred_at, recorded_at, posted_at)
   select shop_id, ${idAt('at')}, 'customers', 'staff', user_id, cash_fils, 'delivery', 'delivery_confirmation', confirmation_id, command_id,
     user_id, at, at, at from delivered where cash_fils > 0`,
];

/** One start and one end per 15 orders, about one per driver and day, and one collection per 60 orders. */
const HANDOVERS = [
  `create temp table handed on commit drop as
   select m.n, m.shop_id, m.driver_id, m.user_id, m.at, m.iso, m.fils, f.full_name, h.type,
     case h.type when 'collection' then m.manager_id else m.admin_id end as by_user_id,
     case h.type when 'collection' then m.user_id || '_' || m.manager_id || '_' || m.iso
       else case h.type when 'start' then 'S' else 'E' end || 'OD-' || to_char(m.at at time zone 'UTC', 'YYYYMMDD') || '-' || m.driver_id || '-'
         || floor(extract(epoch from m.at) * 1000)::bigint end as reference,
     case h.type when 'collection' then 'collect_cash' else h.type || '_handover' end as endpoint,
     ${idAt('m.at')} as id, ${idAt('m.at')} as command_id, ${idAt('m.at')} as receipt_id, ${idAt('m.at')} as staff_id, ${idAt('m.at')} as own_id
   from made m join profiles f on f.id = m.user_id,
     lateral (select case when m.n % 15 = 0 then 'start' when m.n % 15 = 7 then 'end' when m.n % 60 = 3 then 'collection' end as type) h
   where h.type is not null`,
  `insert into files (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by, uploaded_at, pinned_at, receipt_driver_id)
   select h.shop_id, f.id, 'cash-handovers', f.path, ${hashOf('f.id')}, 20000, f.type, h.by_user_id, h.at, h.at,
     case when f.id = h.receipt_id then h.driver_id end
   from handed h, lateral (values (h.staff_id, 'signatures/driver-' || h.reference || '.png', 'image/png'),
     (h.own_id, 'signatures/admin-' || h.reference || '.png', 'image/png'),
     (case when h.type <> 'collection' then h.receipt_id end, 'receipt-' || h.reference || '.pdf', 'application/pdf')) f (id, path, type)
   where f.id is not null`,
  `insert into cash_handovers (shop_id, id, handover_reference, handover_type, driver_id, staff_user_id, admin_id, amount_fils, difference_fils,
     cash_received, driver_signature_url, admin_signature_url, receipt_url, driver_signature_file_id, admin_signature_file_id, receipt_file_id,
     driver_signature_typed, driver_signer, admin_signature_typed, admin_signer, notes, command_id, completed_at, recorded_at)
   select shop_id, id, reference, type, driver_id, user_id, by_user_id, fils, case type when 'end' then 0 end, true,
     'signatures/driver-' || reference || '.png', 'signatures/admin-' || reference || '.png',
     case when type <> 'collection' then 'receipt-' || reference || '.pdf' end, staff_id, own_id, case when type <> 'collection' then receipt_id end,
     false, 'Driver', false, 'Admin', case type when 'collection' then 'Cash collected from ' || full_name || ' to manager' end, command_id, at, at
   from handed`,
  `insert into commands (shop_id, user_id, endpoint, command_id, fingerprint, status, body, recorded_at)
   select shop_id, by_user_id, endpoint, command_id, ${hashOf('command_id')}, 200, ${stringified(`case type
     when 'collection' then json_build_object('id', id, 'completed_at', iso, 'staff_total_fils', 0, 'handover_reference', reference,
       'staff_user_id', user_id, 'amount_fils', fils, 'full_name', full_name, 'manager_total_fils', fils)
     else json_build_object('id', id, 'completed_at', iso, 'handover_reference', reference, 'amount_fils', fils,
       'difference_fils', case type when 'end' then 0 end, 'driver_total_fils', case type when 'end' then 0 else fils end,
       'admin_total_fils', fils) end`)}, at
   from handed`,
  `insert into audit_events (shop_id, id, source, user_id, client_address, device, what, subject_id, after, command_id, recorded_at)
   select shop_id, ${idAt('at')}, 'request', by_user_id, '10.1.2.3', 'Chrome on Android', endpoint, id::text,
     jsonb_build_object('handover_reference', reference, 'amount_fils', fils), command_id, at from handed`,
  `insert into cash_movements (shop_id, id, from_holder, from_user_id, to_holder, to_user_id, amount_fils, reason, source_type, source_id, command_id,
     recorded_by, occurred_at, recorded_at, posted_at)
   select shop_id, ${idAt('at')}, 'staff', case type when 'start' then by_user_id else user_id end, 'staff',
     case type when 'start' then user_id else by_user_id end, fils, case type when 'collection' then type else endpoint end, 'cash_handover', id,
     command_id, by_user_id, at, at, at from handed`,
];

const DEPOSITS = [
  `create temp table deposited on commit drop as
   select shop_id, manager_id, at, iso, fils, 'BD-' || floor(extract(epoch from at) * 1000)::bigint as reference,
     to_char(at at time zone 'UTC', 'YYYY-MM') || '/' || shop_id || '/manager/BD-' || n as path,
     ${idAt('at')} as id, ${idAt('at')} as command_id, ${idAt('at')} as receipt_id, ${idAt('at')} as invoice_id, ${idAt('at')} as signature_id
   from made where n % 100 = 5`,
  `insert into files (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by, uploaded_at, pinned_at)
   select d.shop_id, f.id, 'bank-deposits', d.path || f.ending, ${hashOf('f.id')}, 20000, f.type, d.manager_id, d.at, d.at
   from deposited d, lateral (values (d.receipt_id, '.pdf', 'application/pdf'), (d.invoice_id, '-invoice.jpg', 'image/jpeg'),
     (d.signature_id, '-signature.png', 'image/png')) f (id, ending, type)`,
  `insert into bank_deposits (shop_id, id, reference, manager_id, amount_fils, deposit_date, deposit_document_url, receipt_file_id,
     invoice_file_id, signature_file_id, signature_typed, signer, command_id, occurred_at, created_at)
   select shop_id, id, reference, manager_id, fils, at::date, path || '.pdf', receipt_id, invoice_id, signature_id, false, 'Manager', command_id, at, at
   from deposited`,
  `insert into commands (shop_id, user_id, endpoint, command_id, fingerprint, status, body, recorded_at)
   select shop_id, manager_id, 'record_deposit', command_id, ${hashOf('command_id')}, 200, ${stringified(`json_build_object('id', id, 'reference', reference,
     'amount_fils', fils, 'cash', json_build_object('success', true, 'error', null, 'new_total_fils', 0, 'amount_fils', fils),
     'created_at', iso)`)}, at from deposited`,
  `insert into cash_movements (shop_id, id, from_holder, from_user_id, to_holder, amount_fils, reason, source_type, source_id, command_id,
     recorded_by, occurred_at, recorded_at, posted_at)
   select shop_id, ${idAt('at')}, 'staff', manager_id, 'bank', fils, 'bank_deposit', 'bank_deposit', id, command_id, manager_id, at, at, at
   from deposited`,
];

const FILLING = [...DELIVERIES, ...ORDERS, ...RECORDS, ...ATTEMPTS, ...HANDOVERS, ...DEPOSITS];

/** Adds the missing movements: cash issued from the safe, each older than all existing issues. */
const ISSUES = (wanted: number, slots: number, apart_s: number) => `
  with issued as (
    insert into cash_issues (shop_id, id, user_id, amount_fils, occurred_at, recorded_at)
    select p.shop_id, ${idAt('at.t')}, p.user_id, 100 + n % 900, at.t, at.t
    from (select count(*) as book, (select count(*) from cash_issues) as issues from cash_movements) c,
      lateral generate_series(c.issues + ${wanted} - c.book, c.issues + 1, -1) n
      join people p on p.slot = n % ${slots},
      lateral (select date_trunc('milliseconds', now() - interval '1 day' - n * interval '${apart_s} seconds') as t) at
    returning *
  )
  insert into cash_movements (shop_id, id, from_holder, to_holder, to_user_id, amount_fils, reason, source_type, source_id,
    occurred_at, recorded_at, posted_at)
  select shop_id, ${idAt('occurred_at')}, 'safe', 'staff', user_id, amount_fils, 'issue', 'cash_issue', id, occurred_at, recorded_at, recorded_at
  from issued`;

const BALANCES = `
  with sums as (
    select leg.shop_id, leg.user_id, sum(leg.fils)::bigint as fils, max(leg.posted_at) as posted_at
    from (
      select shop_id, to_user_id, amount_fils, posted_at from cash_movements where posted_at is not null
      union all select shop_id, from_user_id, -amount_fils, posted_at from cash_movements where posted_at is not null
    ) as leg (shop_id, user_id, fils, posted_at)
    where leg.user_id is not null group by leg.shop_id, leg.user_id
  )
  insert into cash_tracking_parts (shop_id, user_id, cash_on_hand_fils, last_updated) select * from sums`;
