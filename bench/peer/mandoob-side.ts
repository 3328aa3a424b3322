import type { CollectCash } from '../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { collectionReference } from '../../contract/rules/references.ts';
import { collectionPaths } from '../../contract/rules/storage-paths.ts';
import { bookIssue } from '../../server/cash/operator-bookings.ts';
import { type Database, databaseOf, runTransaction } from '../../server/platform/database/database.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { addShop, addStaff } from '../../tests/support/operations.ts';
import type { Driver } from '../bench-place.ts';
import { type BroughtFile, multipartOf } from '../command-with-files.ts';
import { type DeliveringShop, type PreparedDelivery, prepareOrders } from '../prepared-deliveries.ts';
import {
  bytesOf,
  COLLECTED_FILS,
  DRIVERS,
  inTurn,
  MANAGERS,
  type MandoobAddress,
  nextMoment,
  type Side,
  sha256Of,
} from './side.ts';

type Person = { user_id: string; access_token: string; full_name: string };
type Shop = DeliveringShop & { url: string; database: Database; managers: Person[] };

/** The same work as our app sends it, by the same client. */
export async function openMandoob(address: MandoobAddress): Promise<Side> {
  const pools = openPools(address);
  const shop = await addPeople(address, pools);
  return {
    deliveries: async (count) => {
      const jobs = (await prepareOrders(shop, count)).map(withBytes);
      return { jobs, work: (job: Delivery) => deliver(shop, job) };
    },
    collections: async (count) => {
      await fillCash(shop);
      const jobs = Array.from({ length: count }, (_, index) => collectionOf(shop, index));
      return { jobs, work: (job: Collection) => collect(shop, job) };
    },
    recorded: async () => {
      const { rows } = await pools.owner.query<{ deliveries: number; collections: number }>(
        `select count(*) filter (where reason = 'delivery') as deliveries,
           count(*) filter (where reason = 'collection') as collections
         from cash_movements where shop_id = $1`,
        [shop.shop_id],
      );
      return rows[0] ?? { deliveries: 0, collections: 0 };
    },
    close: () => pools.close(),
  };
}

type Delivery = PreparedDelivery & { photo: Buffer; note: Buffer };

function withBytes(delivery: PreparedDelivery): Delivery {
  const [photo, note] = [bytesOf('photo'), bytesOf('note')];
  const { delivery_image, delivery_note } = delivery.input;
  const input = {
    ...delivery.input,
    delivery_image: { ...delivery_image, sha256: sha256Of(photo) },
    delivery_note: { ...delivery_note, sha256: sha256Of(note) },
  };
  return { ...delivery, input, photo, note };
}

function deliver(shop: Shop, { driver, command_id, input, photo, note }: Delivery): Promise<void> {
  return send(shop, driver, '/api/deliveries', command_id, input, [
    { sha256: input.delivery_image.sha256, chunks: [photo] },
    { sha256: input.delivery_note.sha256, chunks: [note] },
  ]);
}

type Collection = {
  manager: Person;
  command_id: string;
  input: CollectCash;
  signatures: { manager: Buffer; user: Buffer };
};

function collect(shop: Shop, { manager, command_id, input, signatures }: Collection): Promise<void> {
  return send(shop, manager, '/api/collections', command_id, input, [
    { sha256: input.manager_signature.sha256, chunks: [signatures.manager] },
    { sha256: input.user_signature.sha256, chunks: [signatures.user] },
  ]);
}

/** A command and its files in one request. */
async function send(
  { url }: Shop,
  { access_token }: { access_token: string },
  path: string,
  command_id: string,
  input: object,
  files: readonly BroughtFile[],
): Promise<void> {
  const { type, body } = multipartOf(input, files);
  await answered(
    await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': type,
        'idempotency-key': command_id,
      },
      body: Buffer.concat(body),
    }),
  );
}

/** The text of an answer. Throws where it is not 200. */
async function answered(answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return text;
}

async function addPeople({ url }: MandoobAddress, pools: DeliveringShop['pools']): Promise<Shop> {
  const database = databaseOf(pools.owner);
  const shop_id = await runTransaction(database, (tx) => addShop(tx, { name: 'Bench' }));
  const add = async (role: 'Driver' | 'Manager', index: number) => {
    const credentials = { email: `${role}${index}-${newId()}@bench.example`, password: newId() };
    const full_name = `${role} ${index}`;
    const staff = await runTransaction(database, (tx) =>
      addStaff(tx, { shop_id, role, full_name, ...credentials }),
    );
    const signed_in = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    const { access_token } = JSON.parse(await answered(signed_in)) as { access_token: string };
    return { ...staff, full_name, access_token, session_id: sessionOf(access_token) };
  };
  const drivers: Driver[] = [];
  for (let index = 0; index < DRIVERS; index += 1) {
    const { driver_id, ...driver } = await add('Driver', index);
    if (driver_id === null) throw new Error('a driver has a record');
    drivers.push({ ...driver, driver_id });
  }
  const managers: Person[] = [];
  for (let index = 0; index < MANAGERS; index += 1) managers.push(await add('Manager', index));
  return { url, pools, database, shop_id, drivers, managers };
}

function sessionOf(access_token: string): string {
  const [, claims = ''] = access_token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).session_id;
}

/** Everybody who is collected from holds enough for any number of collections. */
async function fillCash({ database, shop_id, drivers }: Shop): Promise<void> {
  for (const { user_id } of drivers) {
    await inTransaction(database, (tx) =>
      bookIssue(tx, { id: newId(), shop_id, user_id, amount_fils: 1_000_000, occurred_at: new Date() }),
    );
  }
}

function collectionOf({ drivers, managers }: Shop, index: number): Collection {
  const [driver, manager] = [inTurn(drivers, index), inTurn(managers, index)];
  const handover_reference = collectionReference(driver.user_id, manager.user_id, nextMoment());
  const paths = collectionPaths({ handover_reference });
  const signatures = { manager: bytesOf('signature'), user: bytesOf('signature') };
  const signed = (path: string, bytes: Buffer, signer: string) => ({
    path,
    sha256: sha256Of(bytes),
    typed: false,
    signer,
  });
  return {
    manager,
    command_id: newId(),
    signatures,
    input: {
      handover_reference,
      staff_user_id: driver.user_id,
      amount_fils: COLLECTED_FILS,
      manager_signature: signed(paths.manager_signature, signatures.manager, manager.full_name),
      user_signature: signed(paths.user_signature, signatures.user, 'Driver'),
      occurred_at: new Date().toISOString(),
      clock_offset_ms: 0,
    },
  };
}
