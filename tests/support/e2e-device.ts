import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryFolder, deliveryNoteName } from '../../contract/rules/storage-paths.ts';
import type { ConfirmDelivery } from '../../contract/schemas/deliveries.ts';
import { PASSWORD, type Person } from './e2e-shop.ts';
import type { TestOrder } from './test-shop.ts';

/** What a driver's device sends over HTTP, without a browser around it. */
export type Device = {
  url: string;
  access_token: string;
  shop: { shop_id: number; time_zone: string };
  driver: Person;
};

export type Prepared = {
  command_id: string;
  device: Device;
  order: TestOrder;
  input: ConfirmDelivery;
  files: Upload[];
};
type Upload = { path: string; sha256: string; type: string; bytes: Uint8Array<ArrayBuffer> };

export async function signInDevice(url: string, shop: Device['shop'], driver: Person): Promise<Device> {
  return { url, shop, driver, access_token: await accessToken(url, driver) };
}

export async function accessToken(url: string, { email }: Pick<Person, 'email'>): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A confirmation as it lies in an outbox: its id, its input and its files are made once. */
export function prepare(device: Device, order: TestOrder): Prepared {
  const command_id = newId();
  const now = new Date();
  const folder = deliveryFolder({
    shop_id: device.shop.shop_id,
    driver_id: device.driver.driver_id ?? 0,
    order_id: order.id,
    order_number: order.order_number,
    delivered_at: now,
    time_zone: device.shop.time_zone,
  });
  const note_name = deliveryNoteName({ order_id: order.id, order_number: order.order_number });
  const image = upload(`${folder}delivery-image.jpg`, 'image/jpeg', [0xff, 0xd8, 0xff, 0xe0], command_id);
  const note = upload(`${folder}${note_name}`, 'application/pdf', [...Buffer.from('%PDF-1.4\n')], command_id);
  const input: ConfirmDelivery = {
    order_id: order.id,
    customer_name: 'Layla Haddad',
    receipt_confirmed: true,
    payment_received: order.due_amount_fils > 0,
    tender: order.due_amount_fils > 0 ? 'cash' : null,
    due_amount_fils: order.due_amount_fils,
    delivery_image: { path: image.path, sha256: image.sha256 },
    delivery_note: { path: note.path, sha256: note.sha256 },
    occurred_at: now.toISOString(),
    clock_offset_ms: 0,
  };
  return { command_id, device, order, input, files: [image, note] };
}

function upload(path: string, type: string, head: number[], mark: string): Upload {
  const bytes = new Uint8Array([...head, ...new TextEncoder().encode(mark)]);
  return { path, type, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Files first, then the command. Throws when an answer did not arrive; answers the command's own answer as text. */
export async function send(
  { device, files, command_id, input }: Prepared,
  url = device.url,
): Promise<string> {
  const authorization = `Bearer ${device.access_token}`;
  for (const { path, type, bytes, sha256 } of files) {
    const answer = await fetch(`${url}/storage/v1/object/order-deliveries/${path}`, {
      method: 'PUT',
      headers: { authorization, 'content-type': type, 'content-sha256': sha256 },
      body: bytes,
    });
    if (!answer.ok) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
  }
  const answer = await fetch(`${url}/api/deliveries`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': command_id },
    body: JSON.stringify(input),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`confirmation answered ${answer.status}: ${text}`);
  return text;
}
