import { hash } from '@node-rs/argon2';
import { newId } from '../../contract/rules/ids.ts';
import type { Role } from '../../contract/rules/roles.ts';
import { type Database, runTransaction, type Tx } from '../../server/platform/database/database.ts';
import { oneRow } from '../../server/platform/database/rows.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { addShop } from './operations.ts';
import { build } from './query-builder.ts';
import { addOrder, type TestOrder } from './test-shop.ts';

export const PASSWORD = 'correct horse battery';
export const ARABIC_NAME = 'فاطمة الزهراء';

export type Person = { email: string; full_name: string; user_id: string; driver_id: number | null };

/** A shop for one test, with staff who can sign in, and with orders that `addOrder` makes. */
export type E2eShop = {
  shop_id: number;
  name: string;
  time_zone: string;
  driver: Person;
  driver2: Person;
  manager: Person;
  admin: Person;
  addOrder(order?: NewOrder): Promise<TestOrder>;
};

export type NewOrder = Parameters<typeof addOrder>[3] & {
  driver?: Person;
  customer?: { first_name: string; last_name: string };
};

let made = 0;
/**
 * The hash of `PASSWORD` at the lowest cost, which determines the cost of a sign-in. Computed once per
 * worker.
 */
let password_hash: Promise<string> | undefined;

export async function createE2eShop(owner: Database): Promise<E2eShop> {
  made += 1;
  const name = `Shop ${process.pid}-${made}`;
  const time_zone = 'Asia/Dubai';
  const domain = `shop${process.pid}-${made}.example.com`;
  const { shop_id, people } = await runTransaction(owner, async (tx) => {
    const shop_id = await addShop(tx, { name, time_zone });
    const add = async (login: string, full_name: string, role: Role): Promise<Person> => {
      const email = `${login}@${domain}`;
      return { email, full_name, ...(await addRecords(tx, shop_id, { email, full_name, role })) };
    };
    return {
      shop_id,
      people: {
        driver: await add('driver', 'Dawood Driver', 'Driver'),
        driver2: await add('driver2', 'Dina Driver', 'Driver'),
        manager: await add('manager', 'Mona Manager', 'Manager'),
        admin: await add('admin', 'Amal Admin', 'Admin'),
      },
    };
  });
  return {
    shop_id,
    name,
    time_zone,
    ...people,
    async addOrder({ driver = people.driver, customer, ...order } = {}) {
      const added = await addOrder(owner, { shop_id }, driver, order);
      if (customer) await nameCustomer(owner, shop_id, added.id, customer);
      return added;
    },
  };
}

/** Writes the same records as the operation that adds a user, for a user who then chose `PASSWORD`. */
async function addRecords(
  tx: Tx,
  shop_id: number,
  { email, full_name, role }: { email: string; full_name: string; role: Role },
): Promise<{ user_id: string; driver_id: number | null }> {
  const user_id = newId();
  password_hash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1 });
  const adding = sql<{ driver_id: number | null }>`
    select driver_id from add_staff_records(${shop_id}, ${user_id}::uuid, ${email}, ${await password_hash}, false,
      ${full_name}, ${role}, ${role === 'Driver'})`;
  return { user_id, ...(await oneRow(tx, adding)) };
}

async function nameCustomer(
  owner: Database,
  shop_id: number,
  order_id: string,
  customer: { first_name: string; last_name: string },
): Promise<void> {
  await build(owner)
    .updateTable('customers')
    .set(customer)
    .where('shop_id', '=', shop_id)
    .where('id', '=', (select) =>
      select
        .selectFrom('orders')
        .select('customer_id')
        .where('shop_id', '=', shop_id)
        .where('id', '=', order_id),
    )
    .execute();
}
