import { signInOf } from '../../attack/http-client.ts';
import { type PreparedDelivery, prepareOrders } from '../../bench/book/prepared-deliveries.ts';
import { newId } from '../../contract/rules/ids.ts';
import { databaseOf, runTransaction } from '../../server/platform/database/database.ts';
import type { Pools } from '../../server/platform/database/pools.ts';
import { addShop, addStaff } from '../../tests/support/operations.ts';
import type { TestStaff } from '../../tests/support/test-shop.ts';
import type { RetryingClient } from './retrying-client.ts';

const PASSWORD = 'a sentence of the load that nobody guesses 48';

export type LoadSizes = {
  /** The number of drivers who deliver. */
  drivers: number;
  /** The number of drivers in the shop, for starts and ends of day. */
  inside: number;
  /** The number of orders out for delivery, over all drivers; the load must not run out of them. */
  orders: number;
};

export type LoadShop = Awaited<ReturnType<typeof openLoadShop>>;

/**
 * A signed-in member of staff. `session_id` contains an access token, as in the functions that prepare
 * commands.
 */
export type LoadPerson = TestStaff & { email: string };

/**
 * Creates a shop for the load in the database of `owner`, and signs its people in with `client`. Customers
 * owe pairwise different amounts, so that two errors cannot cancel each other out.
 */
export async function openLoadShop(owner: Pools['owner'], client: RetryingClient, sizes: LoadSizes) {
  const database = databaseOf(owner);
  const name = 'Load';
  const shop_id = await runTransaction(database, (tx) => addShop(tx, { name, time_zone: 'UTC' }));
  const mark = newId();
  const add = async (role: 'Admin' | 'Manager' | 'Driver', number: number): Promise<LoadPerson> => {
    const full_name = `${role} ${number} Load`;
    const email = `${role.toLowerCase()}${number}.${mark}@load.example`;
    const { user_id, driver_id } = await runTransaction(database, (tx) =>
      addStaff(tx, { shop_id, email, full_name, role, password: PASSWORD }),
    );
    return { user_id, driver_id, full_name, email, session_id: await signIn(client, email) };
  };
  const addAll = async (role: 'Admin' | 'Manager' | 'Driver', from: number, count: number) => {
    const people: LoadPerson[] = [];
    for (let number = from; number < from + count; number += 1) people.push(await add(role, number));
    return people;
  };
  const admin = await add('Admin', 1);
  const manager = await add('Manager', 1);
  const drivers = await addAll('Driver', 1, sizes.drivers);
  const inside = await addAll('Driver', 1 + sizes.drivers, sizes.inside);
  const delivering = drivers.map(({ driver_id, session_id, ...person }) => {
    if (driver_id === null) throw new Error('the new driver has no driver record');
    return { ...person, driver_id, session_id, access_token: session_id };
  });
  const deliveries = await prepareOrders(
    { shop_id, drivers: delivering, pools: { owner } },
    sizes.orders,
    (index) => 5_000 + 7 * index,
  );
  const of_driver = new Map<string, PreparedDelivery[]>();
  for (const delivery of deliveries) {
    const own = of_driver.get(delivery.driver.user_id);
    if (own) own.push(delivery);
    else of_driver.set(delivery.driver.user_id, [delivery]);
  }
  return {
    shop_id,
    name,
    time_zone: 'UTC',
    admin,
    manager,
    drivers,
    inside,
    people: [admin, manager, ...drivers, ...inside],
    /** Returns the driver's next order; undefined once all are delivered. */
    nextOrderOf: ({ user_id }: LoadPerson): PreparedDelivery | undefined => of_driver.get(user_id)?.shift(),
  };
}

async function signIn(client: RetryingClient, email: string): Promise<string> {
  const response = await client.sendUntilDecided(signInOf({ email, password: PASSWORD }));
  if (response?.status !== 200) throw new Error(`The sign-in of ${email} failed: ${response?.text}`);
  return (JSON.parse(response.text) as { access_token: string }).access_token;
}
