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
export type AttackedServer = Awaited<ReturnType<typeof startAttackedServer>>;

/** Starts the built product in its own process, with two shops whose staff are signed in. */
export async function startAttackedServer() {
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
 * Adds a shop with one user per kind of role, and with what an attacker would want to reach: an order
 * assigned to `driver`, a file that he uploaded, and his session on a second device. `mark` is part of every
 * name in this shop and of none elsewhere.
 */
async function addAttackedShop(owner: Database, http: HttpClient, mark: string) {
  const shop_id = await runTransaction(owner, (tx) =>
    addShop(tx, { name: `${mark} Market`, time_zone: 'Asia/Dubai' }),
  );
  const add = (name: string, role: Role, stored_role: string | null = role) =>
    addCaller(owner, http, { shop_id, mark, name, role, stored_role });
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
  const device_id = await reportDevice(http, driver);
  const card_machine_id = newId();
  const card_machine = { shop_id, id: card_machine_id, number: `${mark} POS` };
  await addRow(owner, 'card_machines', card_machine);
  const float_id = await signFloat(owner, { shop_id, mark, ...people });
  const approval_id = await requestAdjustment(owner, { shop_id, mark, driver });
  const { handover_id, difference_id } = await bookShortage(owner, { shop_id, mark, ...people });
  const delivery = await deliverShort(owner, { shop_id, mark, driver });
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
    approval_id,
    handover_id,
    difference_id,
    ...delivery,
  };
}

/**
 * Adds a delivery of the driver for which less than due was taken, partly by bank transfer, with the shop's
 * only file as photo and note. Returns its id and that of its command.
 */
async function deliverShort(
  owner: Database,
  { shop_id, mark, driver }: { shop_id: number; mark: string; driver: Caller },
): Promise<{ confirmation_id: string; delivery_command_id: string }> {
  const { id: order_id } = await addOrder(owner, { shop_id }, driver);
  const [confirmation_id, delivery_command_id] = [newId(), newId()];
  const file = (await findRow(owner, 'files', { shop_id }, ['id']))?.id ?? '';
  const delivered_at = new Date();
  await changeRows(
    owner,
    'orders',
    { shop_id, id: order_id },
    { status: 'completed', actual_delivery_time: delivered_at, delivery_duration_seconds: 60 },
  );
  await addRow(owner, 'delivery_confirmations', {
    ...{ shop_id, id: confirmation_id, order_id, command_id: delivery_command_id, outcome: 'delivered' },
    ...{ driver_id: driver.driver_id ?? 0, user_id: driver.user_id, customer_name: `${mark} customer` },
    ...{ tender: 'cash', collected_fils: 14_000, cash_fils: 14_000, due_fils: 14_500, delivered_at },
    ...{ transfer_fils: 300, transfer_reference: `${mark} transfer`, short_reason: `${mark} reason` },
    ...{ delivery_image_url: `${mark}.jpg`, customer_signature_url: `${mark}.pdf` },
    ...{ delivery_image_file_id: file, delivery_note_file_id: file },
  });
  return { confirmation_id, delivery_command_id };
}

/** Adds the operator's request to adjust the driver's cash. Returns its id. */
async function requestAdjustment(
  owner: Database,
  { shop_id, mark, driver }: { shop_id: number; mark: string; driver: Caller },
): Promise<string> {
  const id = newId();
  const { user_id } = driver;
  const adjustment = { user_id, amount_fils: 5_000, reason: `Counted in ${mark}` };
  await addRow(owner, 'approvals', {
    ...{ shop_id, id, kind: 'adjustment', operator: `${mark} operator`, ...adjustment },
    record: JSON.stringify({ id: newId(), ...adjustment }),
    command_id: newId(),
    expires_at: new Date(Date.now() + 24 * 60 * 60 * 1000),
  });
  return id;
}

/**
 * Adds the driver's end of day with a shortage, with the shop's only file as each of its documents. Returns
 * their ids.
 */
async function bookShortage(
  owner: Database,
  { shop_id, mark, admin, driver }: { shop_id: number; mark: string; admin: Caller; driver: Caller },
): Promise<{ handover_id: string; difference_id: string }> {
  const [difference_id, handover_id] = [newId(), newId()];
  const file = (await findRow(owner, 'files', { shop_id }, ['id']))?.id ?? '';
  const command_id = newId();
  await addRow(owner, 'cash_handovers', {
    ...{ shop_id, id: handover_id, admin_id: admin.user_id, driver_id: driver.driver_id },
    ...{ handover_reference: `EOD-${mark}`, handover_type: 'end', staff_user_id: driver.user_id },
    ...{ amount_fils: 0, cash_received: false, difference_fils: -5_000, difference_choice: 'short_or_over' },
    ...{
      driver_signature_url: `${mark}.png`,
      admin_signature_url: `${mark}.png`,
      receipt_url: `${mark}.pdf`,
    },
    ...{ driver_signature_file_id: file, admin_signature_file_id: file, receipt_file_id: file },
    ...{ driver_signature_typed: true, driver_signer: `${mark} driver` },
    ...{ admin_signature_typed: true, admin_signer: `${mark} admin` },
    ...{ command_id, completed_at: new Date() },
  });
  await addRow(owner, 'cash_differences', {
    ...{
      shop_id,
      id: difference_id,
      handover_id,
      user_id: driver.user_id,
      kind: 'shortage',
      amount_fils: 5_000,
    },
    ...{ decided_by: admin.user_id, command_id },
  });
  return { handover_id, difference_id };
}

/**
 * Adds a cash float issued by the admin, with the shop's only file as each of its documents. Returns its id.
 */
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

/** `stored_role` is the role in the database, which may be one that the product does not know. */
async function addCaller(
  owner: Database,
  http: HttpClient,
  added_caller: { shop_id: number; mark: string; name: string; role: Role; stored_role: string | null },
) {
  const { shop_id, mark, name, role, stored_role } = added_caller;
  const email = `${name}@${mark.toLowerCase()}.example`;
  const added = await runTransaction(owner, (tx) =>
    addStaff(tx, { shop_id, email, full_name: `${mark} ${name}`, role, password: PASSWORD }),
  );
  if (stored_role !== role) await changeRows(owner, 'profiles', { id: added.user_id }, { role: stored_role });
  const { access_token, session_id } = await signInAs(http, email);
  const { user_id, driver_id } = added;
  return { name, email, user_id, driver_id, shop_id, role: stored_role, access_token, session_id };
}

/** Signs in with the browser's request. */
export async function signInAs(http: HttpClient, email: string) {
  const { access_token } = JSON.parse(await http.mustSend(signInOf({ email, password: PASSWORD }))) as {
    access_token: string;
  };
  const claims = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString();
  const { session_id } = JSON.parse(claims) as { session_id: string };
  return { access_token, session_id };
}

/** Reports the driver's device with one command that is not sent yet. Returns the device's id. */
async function reportDevice(http: HttpClient, driver: Caller): Promise<string> {
  const device = testDevice();
  const report = (open: ReturnType<typeof openOf>[]) =>
    http.mustSend({
      method: 'POST',
      path: '/api/devices/report',
      headers: { authorization: `Bearer ${driver.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(device.report({ open })),
    });
  await report([]);
  await report([openOf(device.make(driver))]);
  return device.id;
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

/** Uses a new idempotency key for each request, so that no stored reply is returned. */
export function commandHeaders(token: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}
