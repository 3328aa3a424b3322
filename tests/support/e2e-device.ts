import { expect } from '@playwright/test';
import type { ConfirmDelivery } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryInput } from './delivery-input.ts';
import { PASSWORD, type Person } from './e2e-shop.ts';
import { sha256Of } from './test-delivery.ts';
import type { TestOrder } from './test-shop.ts';

/** A driver's device that sends its requests over HTTP, without a browser. */
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

/**
 * A confirmation as an outbox stores it: its id, input and files are fixed. Without a `picture`, the photo is
 * the smallest valid one.
 */
export function prepare(device: Device, order: TestOrder, picture?: Uint8Array): Prepared {
  const command_id = newId();
  const photo = new Uint8Array(picture ?? [0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode(command_id)]);
  const note = new TextEncoder().encode(`%PDF-1.4\n${command_id}`);
  const sha256 = { photo: sha256Of(photo), note: sha256Of(note) };
  const { shop, driver } = device;
  const input = deliveryInput({ shop, driver: { driver_id: driver.driver_id ?? null }, order, sha256 });
  const files = [
    { ...input.delivery_image, type: 'image/jpeg', bytes: photo },
    { ...input.delivery_note, type: 'application/pdf', bytes: note },
  ];
  return { command_id, device, order, input, files };
}

/** Sends the files, then the command. Returns the reply as text; throws if a response did not arrive. */
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
