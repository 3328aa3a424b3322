import { newId } from '../contract/rules/ids.ts';
import type { Role } from '../contract/rules/roles.ts';
import { type Database, runTransaction } from '../server/platform/database/database.ts';
import { addRow, changeRows, findRow } from '../server/platform/database/rows.ts';
import { authSecrets } from '../server/platform/secrets/auth-secrets.ts';
import { secretBox } from '../server/platform/secrets/sealed-secrets.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { makeServerDirectory, openOwner, startServerProcess } from '../tests/support/e2e-server.ts';
import { addShop, addStaff, connectShopify } from '../tests/support/operations.ts';
import { jpegBytes } from '../tests/support/test-delivery.ts';
import { openOf, testDevice } from '../tests/support/test-device.ts';
import { addOrder } from '../tests/support/test-shop.ts';
import { HttpClient, signInOf } from './http-client.ts';

export const PASSWORD = 'a sentence nobody else would choose 71';

export type Caller = Awaited<ReturnType<typeof addCaller>>;
export type AttackedShop = Awaited<ReturnType<typeof addAttackedShop>>;
export type AttackedPlace = Awaited<ReturnType<typeof openAttackedPlace>>;

/** The built product as a shop runs it, a process of its own, with two shops whose staff are signed in. */
export async function openAttackedPlace() {
  const directory = await makeServerDirectory();
  const server = await startServerProcess({ data_dir: directory.data_dir, env: { LOG_LEVEL: 'fatal' } });
  const http = new HttpClient(server.url);
  const { owner, request_url, close } = await openOwner(directory.data_dir);
  const shop = await addAttackedShop(owner, http, 'Palmyra');
  const other = await addAttackedShop(owner, http, 'Zerzura');
  const store_domain = await connectStore(owner, directory.data_dir, shop.shop_id);
  return {
    server,
    http,
    owner,
    request_url,
    shop,
    other,
    /** The Shopify store that `shop` is connected to. */
    store_domain,
    close: async () => {
      http.close();
      await close();
      await server.stop();
      await directory.remove();
    },
  };
}

async function connectStore(owner: Database, data_dir: string, shop_id: number): Promise<string> {
  const secrets = await authSecrets(readConfig({ DATA_DIR: data_dir }));
  const shop_domain = `store-${shop_id}.myshopify.com`;
  await runTransaction(owner, (tx) =>
    connectShopify(tx, secretBox(secrets), {
      shop_id,
      shop_domain,
      credentials: { token: 'shpat_attacked' },
      secret: 'shpss_attacked',
    }),
  );
  return shop_domain;
}

/**
 * A shop with somebody of each kind of role, and what an attacker would like to reach: an order that is out with `driver`, a
 * file that he uploaded, his session on another device. `mark` stands in every name of this shop and in no other.
 */
async function addAttackedShop(owner: Database, http: HttpClient, mark: string) {
  const shop_id = await runTransaction(owner, (tx) =>
    addShop(tx, { name: `${mark} Market`, time_zone: 'Asia/Dubai' }),
  );
  const add = (name: string, role: Role, said: string | null = role) =>
    addCaller(owner, http, { shop_id, mark, name, role, said });
  const driver = await add('driver', 'Driver');
  const people = {
    driver,
    driver2: await add('driver2', 'Driver'),
    manager: await add('manager', 'Manager'),
    admin: await add('admin', 'Admin'),
    cashier: await add('cashier', 'Manager', 'Cashier'),
    nobody: await add('nobody', 'Manager', null),
  };
  const { id: order_id, order_number } = await addOrder(owner, { shop_id }, driver);
  const { session_id: second_session_id } = await signInAs(http, driver.email);
  const file = await upload(http, driver, order_number);
  const device_id = await reportPhone(http, driver);
  const card_machine_id = newId();
  const machine = { shop_id, id: card_machine_id, number: `${mark} POS` };
  await addRow(owner, 'card_machines', machine);
  const float_id = await signFloat(owner, { shop_id, mark, ...people });
  return {
    shop_id,
    mark,
    ...people,
    order_id,
    order_number,
    second_session_id,
    file,
    device_id,
    card_machine_id,
    float_id,
  };
}

/** Cash that an admin took out of the safe, with the only file there is for its papers. Answers its id. */
async function signFloat(
  owner: Database,
  { shop_id, mark, admin, manager }: { shop_id: number; mark: string; admin: Caller; manager: Caller },
): Promise<string> {
  const id = newId();
  const file = (await findRow(owner, 'files', { shop_id }, ['id']))?.id ?? '';
  const [admin_id, manager_id] = [admin.user_id, manager.user_id];
  await addRow(owner, 'cash_floats', {
    ...{ shop_id, id, admin_id, manager_id, recorded_by: admin_id },
    reference: `FL-${mark}`,
    direction: 'issue',
    amount_fils: 5_000,
    receipt_url: `FL/${mark}.pdf`,
    admin_signature_file_id: file,
    manager_signature_file_id: file,
    receipt_file_id: file,
    admin_signature_typed: true,
    admin_signer: `${mark} admin`,
    manager_signature_typed: true,
    manager_signer: `${mark} manager`,
    command_id: newId(),
    completed_at: new Date(),
  });
  return id;
}

/** `said` is the role as the database has it: also one that the product does not know (ruling C5). */
async function addCaller(
  owner: Database,
  http: HttpClient,
  who: { shop_id: number; mark: string; name: string; role: Role; said: string | null },
) {
  const email = `${who.name}@${who.mark.toLowerCase()}.example`;
  const { shop_id, role } = who;
  const added = await runTransaction(owner, (tx) =>
    addStaff(tx, { shop_id, email, full_name: `${who.mark} ${who.name}`, role, password: PASSWORD }),
  );
  if (who.said !== role) await changeRows(owner, 'profiles', { id: added.user_id }, { role: who.said });
  const { access_token, session_id } = await signInAs(http, email);
  const { user_id, driver_id } = added;
  return { name: who.name, email, user_id, driver_id, shop_id, role: who.said, access_token, session_id };
}

/** Signs in as the browser does. */
export async function signInAs(http: HttpClient, email: string) {
  const { access_token } = JSON.parse(await http.mustSend(signInOf({ email, password: PASSWORD }))) as {
    access_token: string;
  };
  const claims = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString();
  const { session_id } = JSON.parse(claims) as { session_id: string };
  return { access_token, session_id };
}

/** The driver's phone, which has a command that is not sent yet. Answers its id. */
async function reportPhone(http: HttpClient, driver: Caller): Promise<string> {
  const phone = testDevice();
  const tell = (open: ReturnType<typeof openOf>[]) =>
    http.mustSend({
      method: 'POST',
      path: '/api/devices/report',
      headers: { authorization: `Bearer ${driver.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(phone.report({ open })),
    });
  await tell([]);
  await tell([openOf(phone.make(driver))]);
  return phone.id;
}

async function upload(http: HttpClient, driver: Caller, order_number: string) {
  const path = `${driver.shop_id}/${driver.driver_id}/2026-11/${order_number}/delivery-image.jpg`;
  const text = await http.mustSend({
    method: 'PUT',
    path: `/storage/v1/object/order-deliveries/${path}`,
    headers: { authorization: `Bearer ${driver.access_token}` },
    body: jpegBytes('attacked'),
  });
  const { sha256 } = JSON.parse(text) as { sha256: string };
  return { bucket: 'order-deliveries' as const, path, sha256 };
}

/** A new id for each request, so that nothing is answered from what is stored. */
export function commandHeaders(token: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}
