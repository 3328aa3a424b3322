import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { collectionReference } from '../../contract/rules/references.ts';
import {
  bytesOf,
  COLLECTED_FILS,
  DRIVERS,
  inTurn,
  MANAGERS,
  nextMoment,
  ORDER_FILS,
  type Side,
  type SupabaseAddress,
} from './side.ts';
import { assertGuards } from './supabase-guards.ts';

type Person = { app: SupabaseClient; user_id: string; driver_id: number };
type Shop = { shop_id: number; drivers: Person[]; managers: Person[]; service: SupabaseClient };

/** The calls of section 7 of the product specification, by the client that apps use, each awaited before the next. */
export async function openSupabase(address: SupabaseAddress): Promise<Side> {
  const shop = await addShop(address);
  await checkGuards(shop);
  return {
    deliveries: async (count) => ({
      jobs: await addOrders(shop, count),
      work: (job: Delivery) => deliver(shop, job),
    }),
    collections: async (count) => {
      await fillCash(shop);
      const jobs = Array.from({ length: count }, (_, index) => collectionOf(shop, index));
      return { jobs, work: (job: Collection) => collect(shop, job) };
    },
    recorded: async () => ({
      deliveries: await countOf(shop, 'delivery_confirmations'),
      collections: await countOf(shop, 'cash_handovers'),
    }),
    close: async () => undefined,
  };
}

/** Throws where a call was refused, as the app shows its toast and stops. */
function done<T>({ data, error }: { data: T; error: { message: string } | null }): NonNullable<T> {
  if (error) throw new Error(error.message);
  return data as NonNullable<T>;
}

type Delivery = { driver: Person; order_id: string; order_number: string; photo: Buffer; note: Buffer };

const AED = (fils: number) => fils / 100;
const STORED = { upsert: true, cacheControl: '3600' };

async function deliver(shop: Shop, { driver, order_id, order_number, photo, note }: Delivery): Promise<void> {
  const { app, driver_id, user_id } = driver;
  const delivered_at = new Date().toISOString();
  const folder = `${shop.shop_id}/${driver_id}/${delivered_at.slice(0, 7)}/${order_number}`;
  const bucket = app.storage.from('order-deliveries');
  const image = done(
    await bucket.upload(`${folder}/delivery-image.jpg`, photo, { ...STORED, contentType: 'image/jpeg' }),
  );
  const pdf = done(
    await bucket.upload(`${folder}/${order_number}.pdf`, note, { ...STORED, contentType: 'application/pdf' }),
  );
  const confirmation = {
    order_id,
    driver_id,
    shop_id: shop.shop_id,
    delivery_image_url: image.path,
    customer_signature_url: pdf.path,
    delivered_at,
  };
  succeeded(await app.from('delivery_confirmations').insert(confirmation));
  const completed = {
    status: 'completed',
    actual_delivery_time: delivered_at,
    payment_status: 'paid',
    delivery_duration_seconds: 3_600,
  };
  succeeded(await app.from('orders').update(completed).eq('id', order_id));
  succeeded(await app.from('drivers').update({ status: 'available' }).eq('id', driver_id));
  await moveCash(app, shop, user_id, ORDER_FILS);
}

type Collection = { manager: Person; driver: Person; reference: string; signatures: [Buffer, Buffer] };

async function collect(shop: Shop, { manager, driver, reference, signatures }: Collection): Promise<void> {
  const bucket = manager.app.storage.from('cash-handovers');
  const name = reference.replace(/[:.]/g, '');
  const options = { cacheControl: '3600', contentType: 'image/png' };
  const of_manager = done(await bucket.upload(`signatures/manager_${name}.png`, signatures[0], options));
  const of_user = done(await bucket.upload(`signatures/user_${name}.png`, signatures[1], options));
  await moveCash(manager.app, shop, driver.user_id, -COLLECTED_FILS);
  await moveCash(manager.app, shop, manager.user_id, COLLECTED_FILS);
  succeeded(
    await manager.app.from('cash_handovers').insert({
      handover_reference: reference,
      shop_id: shop.shop_id,
      driver_id: driver.driver_id,
      admin_id: manager.user_id,
      amount: AED(COLLECTED_FILS),
      handover_type: 'collection',
      driver_signature_url: of_user.path,
      admin_signature_url: of_manager.path,
      status: 'completed',
      completed_at: new Date().toISOString(),
      cash_received: true,
      card_machine_received: false,
      notes: 'Cash collected from driver to manager',
    }),
  );
}

async function moveCash(app: SupabaseClient, shop: Shop, user_id: string, fils: number): Promise<void> {
  const moved = { p_user_id: user_id, p_shop_id: shop.shop_id, p_amount: AED(fils) };
  const { success, error } = done(await app.rpc('update_cash_on_hand', moved)) as {
    success: boolean;
    error: string | null;
  };
  if (!success) throw new Error(`cash was not moved: ${error}`);
}

function succeeded({ error }: { error: { message: string } | null }): void {
  if (error) throw new Error(error.message);
}

async function addShop({ url, anon_key, service_key }: SupabaseAddress): Promise<Shop> {
  const service = clientOf(url, service_key);
  const { id: shop_id } = done(
    await service.from('shops').insert({ name: 'Bench' }).select('id').single(),
  ) as {
    id: number;
  };
  const add = async (role: 'Driver' | 'Manager', index: number): Promise<Person> => {
    const credentials = { email: `${role}${index}-${randomUUID()}@bench.example`, password: randomUUID() };
    const made = await service.auth.admin.createUser({ ...credentials, email_confirm: true });
    succeeded(made);
    const user_id = made.data.user?.id ?? '';
    const person = { full_name: `${role} ${index}`, shop_id };
    succeeded(await service.from('profiles').insert({ id: user_id, role, ...person }));
    const record =
      role === 'Driver'
        ? (done(
            await service
              .from('drivers')
              .insert({ user_id, ...person })
              .select('id')
              .single(),
          ) as { id: number })
        : { id: 0 };
    const app = clientOf(url, anon_key);
    succeeded(await app.auth.signInWithPassword(credentials));
    return { app, user_id, driver_id: record.id };
  };
  const drivers = await Promise.all(Array.from({ length: DRIVERS }, (_, index) => add('Driver', index)));
  const managers = await Promise.all(Array.from({ length: MANAGERS }, (_, index) => add('Manager', index)));
  return { shop_id, drivers, managers, service };
}

/** As in a tab of the app, but that nothing is renewed or kept: a measurement is shorter than a token. */
function clientOf(url: string, key: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Wants to be there where Node has none; nothing listens to changes here.
    realtime: { transport: class NoWebSocket {} as never },
  });
}

let ordered = 0;

async function addOrders({ shop_id, drivers, service }: Shop, count: number): Promise<Delivery[]> {
  const deliveries = Array.from({ length: count }, (_, index): Delivery => {
    ordered += 1;
    return {
      driver: inTurn(drivers, index),
      order_id: randomUUID(),
      order_number: `N${1_000_000 + ordered}`,
      photo: bytesOf('photo'),
      note: bytesOf('note'),
    };
  });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  succeeded(
    await service.from('orders').insert(
      deliveries.map(({ driver, order_id, order_number }) => ({
        id: order_id,
        shop_id,
        order_number,
        driver_id: driver.driver_id,
        status: 'dispatching',
        total_amount: AED(ORDER_FILS),
        payment_method: 'cash',
        payment_status: 'pending',
        delivery_address: 'Marina Gate 1',
        created_at: since,
        dispatching_started_at: since,
      })),
    ),
  );
  return deliveries;
}

async function checkGuards(shop: Shop): Promise<void> {
  const [order] = await addOrders(shop, 1);
  const other = inTurn(shop.drivers, 1);
  if (!order) throw new Error('one order was made');
  const foreign = { foreign_order_id: order.order_id, foreign_user_id: order.driver.user_id };
  await assertGuards({ app: other.app, shop_id: shop.shop_id, ...foreign });
}

/** Everybody who is collected from holds enough for any number of collections. */
async function fillCash({ shop_id, drivers }: Shop): Promise<void> {
  for (const { app, user_id } of drivers) {
    const filled = { p_user_id: user_id, p_shop_id: shop_id, p_amount: 10_000 };
    done(await app.rpc('update_cash_on_hand', filled));
  }
}

function collectionOf({ drivers, managers }: Shop, index: number): Collection {
  const [driver, manager] = [inTurn(drivers, index), inTurn(managers, index)];
  return {
    driver,
    manager,
    reference: collectionReference(driver.user_id, manager.user_id, nextMoment()),
    signatures: [bytesOf('signature'), bytesOf('signature')],
  };
}

async function countOf({ service, shop_id }: Shop, table: string): Promise<number> {
  const counted = await service
    .from(table)
    .select('id', { count: 'exact', head: true })
    .eq('shop_id', shop_id);
  succeeded(counted);
  return counted.count ?? 0;
}
