import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  jpegBytes,
  type PreparedDelivery,
  pdfBytes,
  prepareDelivery,
  sendDelivery,
  sha256Of,
} from '../../tests/support/test-delivery.ts';
import { bytesOf, deliveryPath, open, put, refused, stored } from '../../tests/support/test-files.ts';
import { cashOnHand, issue, prepareDeposit, sendCommand } from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import type { ContentStore } from './store/content-store.ts';

/** Content is lost through a late removal by a server of the previous version, or a disk failure. */

let app: TestApp;
let shop: TestShop;
/** Runs when the store is checked for content, before it responds. */
let beforeHas: (store: ContentStore, shop_id: number, sha256: string) => Promise<unknown>;

beforeAll(async () => {
  app = await createTestApp(
    {},
    (store): ContentStore => ({
      ...store,
      has: async (shop_id, sha256) => {
        await beforeHas(store, shop_id, sha256);
        return store.has(shop_id, sha256);
      },
    }),
  );
});
beforeEach(async () => {
  beforeHas = async () => undefined;
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

/** Loses each of these contents once, when it is checked. */
function loseOnce(...lost: string[]): void {
  const left = new Set(lost);
  beforeHas = async (store, shop_id, sha256) => left.delete(sha256) && store.remove(shop_id, sha256);
}

const RECORDED_WITHOUT_FILE = { status: 409, code: 'file_missing', recorded: true };

async function deliveryToSend(): Promise<{ order: TestOrder; delivery: PreparedDelivery }> {
  const order = await addOrder(app.owner, shop, shop.driver);
  const delivery = await prepareDelivery(app, shop, shop.driver, order);
  return { order, delivery };
}

async function putPhotoAgain({ command_id, input }: PreparedDelivery): Promise<void> {
  await stored(put(app, shop.driver, input.delivery_image.path, jpegBytes(command_id)));
}

const statusOf = async ({ id }: TestOrder) =>
  (await app.owner.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

describe('a command whose file was lost after it was recorded', () => {
  it('gets its stored reply only after the file is uploaded again', async () => {
    const { order, delivery } = await deliveryToSend();
    loseOnce(delivery.input.delivery_image.sha256);
    const missing = await sendDelivery(app, shop.driver, delivery);
    const problem = await missing.json();
    expect(problem).toMatchObject({ ...RECORDED_WITHOUT_FILE, detail: delivery.input.delivery_image.path });
    expect(problem).not.toHaveProperty('nothing_recorded');
    expect(await statusOf(order)).toBe('completed');

    const unchanged = await sendDelivery(app, shop.driver, delivery);
    expect(await unchanged.json()).toMatchObject(RECORDED_WITHOUT_FILE);

    await putPhotoAgain(delivery);
    const response = await sendDelivery(app, shop.driver, delivery);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 200,
      body: { outcome: 'delivered', order: { id: order.id } },
    });
    expect(await bytesOf(await open(app, shop.driver, delivery.input.delivery_image.path))).toEqual(
      jpegBytes(delivery.command_id),
    );
    expect(await cashOnHand(app, shop.driver)).toBe(order.due_amount_fils);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('reports the missing file when it is repeated', async () => {
    const { delivery } = await deliveryToSend();
    const first = await (await sendDelivery(app, shop.driver, delivery)).text();
    loseOnce(delivery.input.delivery_note.sha256);
    expect(await (await sendDelivery(app, shop.driver, delivery)).json()).toMatchObject(
      RECORDED_WITHOUT_FILE,
    );
    await stored(put(app, shop.driver, delivery.input.delivery_note.path, pdfBytes(delivery.command_id)));
    expect(await (await sendDelivery(app, shop.driver, delivery)).text()).toBe(first);
  });

  it('may be any command with files: a deposit moves its cash once', async () => {
    await issue(app, shop, shop.manager, 80_000);
    const deposit = await prepareDeposit(app, shop, { amount_fils: 30_000 });
    const { path, sha256 } = deposit.input.manager_signature;
    const bytes = await bytesOf(await app.send('GET', await linkTo(path)));
    loseOnce(sha256);
    const missing = await sendCommand(app, 'deposit', shop.manager, deposit);
    expect(await missing.json()).toMatchObject({ ...RECORDED_WITHOUT_FILE, detail: path });
    await stored(put(app, shop.manager, path, bytes, { bucket: 'bank-deposits' }));
    expect((await sendCommand(app, 'deposit', shop.manager, deposit)).status).toBe(200);
    expect(await cashOnHand(app, shop.manager)).toBe(50_000);
  });

  it('responds with 503 while the store fails, and with its reply afterwards', async () => {
    const { order, delivery } = await deliveryToSend();
    beforeHas = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'stat' }));
    expect(await refused(sendDelivery(app, shop.driver, delivery))).toEqual({
      status: 503,
      code: 'unavailable',
    });
    expect(await statusOf(order)).toBe('completed');
    beforeHas = async () => undefined;
    expect((await sendDelivery(app, shop.driver, delivery)).status).toBe(200);
  });
});

async function linkTo(path: string): Promise<string> {
  const signed = await app.send('POST', '/storage/v1/object/sign', {
    as: shop.manager.session_id,
    body: { bucket: 'bank-deposits', path },
  });
  return (await signed.json()).signed_url;
}

describe('an upload whose content was lost after its row was written', () => {
  it('stores the content again before it responds', async () => {
    const path = deliveryPath(shop, shop.driver, 'lost/delivery-image.jpg');
    const bytes = jpegBytes('lost');
    loseOnce(sha256Of(bytes));
    const file = await stored(put(app, shop.driver, path, bytes));
    expect(await bytesOf(await open(app, shop.driver, path))).toEqual(bytes);
    expect(await app.owner.selectFrom('files').select('id').where('path', '=', path).execute()).toEqual([
      { id: file.id },
    ]);
  });

  it('is rejected if the store loses it repeatedly', async () => {
    const path = deliveryPath(shop, shop.driver, 'lost-again/delivery-image.jpg');
    beforeHas = (store, shop_id, sha256) => store.remove(shop_id, sha256);
    const response = put(app, shop.driver, path, jpegBytes('lost again'));
    expect(await refused(response)).toEqual({ status: 503, code: 'storage_unavailable' });
  });
});
