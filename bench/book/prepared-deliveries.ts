import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ConfirmDelivery } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { directoryStore } from '../../server/files/store/directory-store.ts';
import { deliveryInput } from '../../tests/support/delivery-input.ts';
import type { BenchPlace, Driver } from '../bench-place.ts';

const AMOUNT_FILS = 14_500;
let made = 0;

export type PreparedDelivery = {
  driver: Driver;
  command_id: string;
  image_file_id: string;
  note_file_id: string;
  input: ConfirmDelivery;
};

/** The drivers who deliver, and the database to which the orders are written. */
type DeliveringShop = Pick<BenchPlace, 'shop_id' | 'drivers'> & {
  pools: Pick<BenchPlace['pools'], 'owner'>;
};

/**
 * Creates orders out for delivery, spread over the drivers, with the names of their files. `uploaded` also
 * inserts the files' rows.
 */
export async function prepareDeliveries(
  place: BenchPlace,
  count: number,
  uploaded: boolean,
): Promise<PreparedDelivery[]> {
  const deliveries = await prepareOrders(place, count);
  if (uploaded) await insertFiles(place, deliveries);
  return deliveries;
}

/**
 * Creates orders out for delivery, spread over the drivers, with the names of the files that are yet to be
 * uploaded. `dueOf` returns the amount that a customer owes, in fils.
 */
export async function prepareOrders(
  shop: DeliveringShop,
  count: number,
  dueOf: (index: number) => number = () => AMOUNT_FILS,
): Promise<PreparedDelivery[]> {
  const deliveries = Array.from({ length: count }, (_, index) => prepared(shop, index, dueOf(index)));
  await insertOrders(shop, deliveries);
  return deliveries.map(({ order_number: _, ...delivery }) => delivery);
}

type Prepared = PreparedDelivery & { order_number: string };

function prepared({ shop_id, drivers }: DeliveringShop, index: number, due_amount_fils: number): Prepared {
  const driver = drivers[index % drivers.length];
  if (!driver) throw new Error('the shop has no drivers');
  made += 1;
  const order = { id: newId(), order_number: `N${1_000_000 + made}`, due_amount_fils };
  const hash = (what: string) => createHash('sha256').update(`${what} ${order.id}`).digest('hex');
  const sha256 = { photo: hash('photo'), note: hash('note') };
  return {
    driver,
    order_number: order.order_number,
    command_id: newId(),
    image_file_id: newId(),
    note_file_id: newId(),
    input: deliveryInput({ shop: { shop_id, time_zone: 'UTC' }, driver, order, sha256 }),
  };
}

async function insertOrders({ pools, shop_id }: DeliveringShop, deliveries: Prepared[]): Promise<void> {
  const customer_id = newId();
  await pools.owner.query(
    "insert into customers (shop_id, id, first_name, last_name) values ($1, $2, 'Layla', 'Haddad')",
    [shop_id, customer_id],
  );
  const ids = deliveries.map(({ input }) => input.order_id);
  const drivers = deliveries.map(({ driver }) => driver.driver_id);
  await pools.owner.query(
    `insert into orders (shop_id, id, order_number, driver_id, customer_id, status, payment_method, payment_status,
       subtotal_fils, total_amount_fils, due_amount_fils, delivery_address, created_at, dispatching_started_at)
     select $1, o.id, o.number, o.driver, $2, 'dispatching', 'cash', 'pending', o.due, o.due, o.due, 'Marina Gate 1',
       now() - interval '1 hour', now() - interval '1 hour'
     from unnest($3::bigint[], $4::uuid[], $5::text[], $6::int[]) as o (due, id, number, driver)`,
    [
      ...[shop_id, customer_id, deliveries.map(({ input }) => input.due_amount_fils)],
      ...[ids, deliveries.map(({ order_number }) => order_number), drivers],
    ],
  );
  await pools.owner.query(
    `insert into order_assignments (shop_id, id, order_id, driver_id)
     select $1, o.assignment_id, o.id, o.driver
     from unnest($2::uuid[], $3::uuid[], $4::int[]) as o (assignment_id, id, driver)`,
    [shop_id, ids.map(() => newId()), ids, drivers],
  );
}

/** Marks the files as uploaded: the command checks only their rows and whether the content exists. */
async function insertFiles(
  { pools, shop_id, data_dir }: BenchPlace,
  deliveries: PreparedDelivery[],
): Promise<void> {
  const store = directoryStore(join(data_dir, 'files'));
  const files = deliveries.flatMap(({ driver, input, image_file_id, note_file_id }) => [
    { by: driver.user_id, id: image_file_id, ...input.delivery_image, type: 'image/jpeg' },
    { by: driver.user_id, id: note_file_id, ...input.delivery_note, type: 'application/pdf' },
  ]);
  await Promise.all(files.map(({ sha256 }) => store.put(shop_id, sha256, new Uint8Array(1))));
  await pools.owner.query(
    `insert into files (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by)
     select $1, f.id, 'order-deliveries', f.path, f.sha256, 300000, f.type, f.by
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[]) as f (id, path, sha256, type, by)`,
    [
      shop_id,
      ...(['id', 'path', 'sha256', 'type', 'by'] as const).map((name) => files.map((file) => file[name])),
    ],
  );
}
