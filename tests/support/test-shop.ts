import { newId } from '../../contract/rules/ids.ts';
import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { PaymentMethod } from '../../contract/rules/orders/tender.ts';
import type { WaitReason } from '../../contract/rules/orders/waiting-orders.ts';
import { DUMMY_HASH } from '../../server/identity/passwords/passwords.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { build } from './query-builder.ts';

export type TestStaff = { user_id: string; session_id: string; driver_id: number | null; full_name: string };

export type TestOrder = {
  id: string;
  order_number: string;
  due_amount_fils: number;
  created_at: Date;
  dispatching_started_at: Date | null;
};

let made = 0;

/** A shop with signed-in staff, written by the database's owner, as the shop's own systems would. */
export async function createTestShop(owner: Database, name = 'Test Shop', time_zone = 'Asia/Dubai') {
  const { id: shop_id } = await build(owner)
    .insertInto('shops')
    .values({ name, time_zone })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [admin, manager, driver, driver2, stranger] = await addAllStaff(owner, shop_id, [
    { role: 'Admin', full_name: 'Amal Admin', driver: false },
    { role: 'Manager', full_name: 'Mona Manager', driver: false },
    { role: 'Driver', full_name: 'Dawood Driver', driver: true },
    { role: 'Driver', full_name: 'Dina Driver', driver: true },
    { role: null, full_name: 'Nobody Special', driver: false },
  ]);
  return { shop_id, name, time_zone, admin, manager, driver, driver2, stranger };
}

export type TestShop = Awaited<ReturnType<typeof createTestShop>>;

export async function addStaff(
  owner: Database,
  shop_id: number,
  role: string | null,
  full_name: string,
  driver: boolean,
): Promise<TestStaff> {
  const [added] = await addAllStaff(owner, shop_id, [{ role, full_name, driver }]);
  return added;
}

type NewTestStaff = { role: string | null; full_name: string; driver: boolean };

/** Uses one statement per table, as almost every test begins with this. Driver ids ascend in given order. */
async function addAllStaff<const All extends readonly NewTestStaff[]>(
  owner: Database,
  shop_id: number,
  all: All,
): Promise<{ [At in keyof All]: TestStaff }> {
  const people = all.map((one) => ({ ...one, user_id: newId(), session_id: newId() }));
  const users = people.map(({ user_id }) => {
    made += 1;
    const email = `person${made}-${user_id}@example.com`;
    return { id: user_id, email, password_hash: DUMMY_HASH };
  });
  await build(owner).insertInto('users').values(users).execute();
  const profiles = people.map(({ user_id, full_name, role }) => ({ id: user_id, full_name, role, shop_id }));
  await build(owner).insertInto('profiles').values(profiles).execute();
  const sessions = people.map(({ session_id, user_id }) => ({ id: session_id, user_id }));
  await build(owner).insertInto('sessions').values(sessions).execute();
  const drivers = people.filter(({ driver }) => driver);
  const records = drivers.map(({ user_id, full_name }) => ({ shop_id, user_id, full_name }));
  const recorded =
    records.length === 0
      ? []
      : await build(owner).insertInto('drivers').values(records).returning(['id', 'user_id']).execute();
  const driver_ids = new Map(recorded.map(({ id, user_id }) => [user_id, id]));
  return people.map(({ user_id, session_id, full_name }) => ({
    user_id,
    session_id,
    driver_id: driver_ids.get(user_id) ?? null,
    full_name,
  })) as { [At in keyof All]: TestStaff };
}

/** Adds an order with one line, assigned to `driver`. If `due_amount_fils` is 0, it is prepaid. */
export async function addOrder(
  owner: Database,
  shop: Pick<TestShop, 'shop_id'>,
  driver: Pick<TestStaff, 'driver_id'>,
  order: {
    id?: string;
    order_number?: string;
    status?: OrderStatus;
    payment_method?: PaymentMethod;
    pays_either?: boolean;
    waits_because?: WaitReason;
    payment_names?: string[];
    due_amount_fils?: number;
    minutes_ago?: number;
  } = {},
): Promise<TestOrder> {
  const { id = newId(), status = 'dispatching', due_amount_fils = 14_500, minutes_ago = 60 } = order;
  const { payment_method = due_amount_fils > 0 ? 'cash' : 'online' } = order;
  const { pays_either = false, waits_because = null, payment_names = null } = order;
  const { shop_id } = shop;
  const [customer_id, product_id] = [newId(), newId()];
  const total_amount_fils = due_amount_fils > 0 ? due_amount_fils : 9_900;
  const created_at = new Date(Date.now() - minutes_ago * 60_000);
  const dispatching_started_at = status === 'dispatching' || status === 'delivering' ? created_at : null;
  made += 1;
  const { order_number = String(10_000 + made) } = order;
  await build(owner)
    .insertInto('customers')
    .values({ shop_id, id: customer_id, first_name: 'Layla', last_name: 'Haddad', phone: '+971501234567' })
    .execute();
  await build(owner)
    .insertInto('products')
    .values({ shop_id, id: product_id, name: `Dates ${made}` })
    .execute();
  await build(owner)
    .insertInto('orders')
    .values({
      shop_id,
      id,
      order_number,
      customer_id,
      driver_id: driver.driver_id,
      status,
      payment_method,
      pays_either,
      waits_because,
      payment_names,
      payment_status: due_amount_fils > 0 ? 'pending' : 'paid',
      subtotal_fils: total_amount_fils,
      total_amount_fils,
      paid_amount_fils: total_amount_fils - due_amount_fils,
      due_amount_fils,
      delivery_address: 'Marina Gate 1, Apt 1204',
      created_at,
      dispatching_started_at,
    })
    .execute();
  await build(owner)
    .insertInto('order_line_items')
    .values({
      shop_id,
      id: newId(),
      order_id: id,
      position: 1,
      product_id,
      qty: 1,
      unit_price_fils: total_amount_fils,
      line_total_fils: total_amount_fils,
    })
    .execute();
  if (driver.driver_id !== null) {
    await build(owner)
      .insertInto('order_assignments')
      .values({ shop_id, id: newId(), order_id: id, driver_id: driver.driver_id })
      .execute();
  }
  return { id, order_number, due_amount_fils, created_at, dispatching_started_at };
}
