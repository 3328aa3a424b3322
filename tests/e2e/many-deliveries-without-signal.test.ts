import type { Page } from '@playwright/test';
import { type Database, runTransaction } from '../../server/platform/database/database.ts';
import { isNewer, isVersionWaiting, untilAppStored } from '../support/e2e-app-worker.ts';
import { accessToken } from '../support/e2e-device.ts';
import { keptOnDevice } from '../support/e2e-device-store.ts';
import { loseTable } from '../support/e2e-faults.ts';
import { startKilledPhone } from '../support/e2e-killed-phone.ts';
import { balanceOf, countsOf, recordsOf } from '../support/e2e-records.ts';
import {
  choosePhoto,
  confirmButton,
  documentsLoaded,
  fillSignIn,
  SAVED_OFFLINE,
  shownOrder,
} from '../support/e2e-screens.ts';
import { openOwner } from '../support/e2e-server.ts';
import { createE2eShop, type E2eShop, PASSWORD } from '../support/e2e-shop.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { type NetworkGate, startNetworkGate } from '../support/network-gate.ts';
import { makeNewerProduct } from '../support/newer-product.ts';
import { cancelOrder } from '../support/operations.ts';
import { build } from '../support/query-builder.ts';
import { makeTemporaryDirectory } from '../support/temporary-directory.ts';
import { limitMs } from '../support/time-limits.ts';

/**
 * The number of orders in the long test: enough to inject every fault below. A whole day:
 * `DELIVERIES_WITHOUT_SIGNAL=40`.
 */
const ORDERS = Number(process.env.DELIVERIES_WITHOUT_SIGNAL ?? 16);
/**
 * The number of orders in the short test: some before and some after a killed browser, and in a second tab.
 */
const SAMPLE_ORDERS = 4;
const THREE_HOURS_MS = 3 * 3_600_000;
/**
 * The number of bytes that the app sends before the signal is lost again: two deliveries and a part of the
 * third.
 */
const SIGNAL_BYTES = 180_000;
/**
 * The round without free space. The browser is killed right before it, because it caches the available space.
 */
const QUOTA_ROUND = 8;
/** The largest difference between the press and the recorded time, in ms. */
const NEAR_MS = 5_000;

type Color = readonly [number, number, number];

/** Each door has its own color, so that a photo identifies its order. */
const colorOf = (at: number): Color => [6 * at, 250 - 6 * at, 128];

/** Creates a photo about as large as those that phones send. */
function makeDoor(page: Page, color: Color): Promise<string> {
  return page.evaluate(([red, green, blue]) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 900];
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.fillStyle = `rgb(${red} ${green} ${blue})`;
    pen.fillRect(0, 0, 1200, 900);
    for (let at = 0; at < 20_000; at += 1) {
      pen.fillStyle = `hsl(${(at * 37) % 360} 80% 50%)`;
      pen.fillRect((at * 977) % 1200, (at * 661) % 400, 3, 3);
    }
    return canvas.toDataURL('image/jpeg', 0.8).split(',')[1] ?? '';
  }, color);
}

/** Reads the color in the lower part of the photo, where the door is plain. */
function colorIn(page: Page, jpeg: Buffer): Promise<number[]> {
  return page.evaluate(async (base64) => {
    const picture = new Image();
    picture.src = `data:image/jpeg;base64,${base64}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.drawImage(picture, 0, 0);
    return [...pen.getImageData(canvas.width / 2, canvas.height * 0.8, 1, 1).data.slice(0, 3)];
  }, jpeg.toString('base64'));
}

/** Completes the form: the device has stored the fields that were filled in before the browser was killed. */
async function fillIn(page: Page, photo: Buffer, customer_name: string, paid: boolean): Promise<void> {
  if (!(await page.getByRole('button', { name: 'Remove' }).isVisible())) await choosePhoto(page, photo);
  await page.getByLabel('Customer Full Name').fill(customer_name);
  await page.getByLabel('I confirm receipt of the following items').check();
  if (!paid) await page.getByLabel('Received Payment').check();
}

type StoredFile = { path: string; sha256: string };

function fileOf(owner: Database, id: string): Promise<StoredFile> {
  return build(owner)
    .selectFrom('files')
    .select(['path', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function proofOf(url: string, access_token: string, { path, sha256 }: StoredFile): Promise<Buffer> {
  const signed = await fetch(`${url}/storage/v1/object/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bucket: 'order-deliveries', path, sha256 }),
  });
  const { signed_url } = (await signed.json()) as { signed_url: string };
  return Buffer.from(await (await fetch(new URL(signed_url, url))).arrayBuffer());
}

/** Returns the number of the order on the screen; null if none is left. */
async function shownNumber(page: Page): Promise<string | null> {
  const none = page.getByText('No Orders Available');
  const number = page
    .getByRole('region', { name: 'Order Details' })
    .getByText(/^#\d+$/)
    .first();
  await expect(none.or(number)).toBeVisible();
  return (await none.isVisible()) ? null : ((await number.textContent()) ?? '').slice(1);
}

/** Returns the number of the device's commands that are not recorded, as far as it knows. */
async function waitingOn(page: Page): Promise<number> {
  const entries = JSON.parse(await keptOnDevice(page, 'entries')) as { state: string }[];
  return entries.filter(({ state }) => state !== 'done').length;
}

type AddedOrder = Awaited<ReturnType<E2eShop['addOrder']>> & { paid: boolean };

/** Adds orders; every fourth is already paid. */
async function addOrders(shop: E2eShop, count: number): Promise<AddedOrder[]> {
  const orders: AddedOrder[] = [];
  for (let at = 0; at < count; at += 1) {
    const paid = at % 4 === 3;
    const due_amount_fils = paid ? 0 : 1_000 + at;
    orders.push({ paid, ...(await shop.addOrder({ minutes_ago: 240 - at, due_amount_fils })) });
  }
  return orders;
}

/**
 * A driver's phone whose clock is three hours ahead, behind a network gate. Its browser is killed and started
 * again by `restart`.
 */
async function openPhone(url: string, shop: E2eShop, gate: NetworkGate) {
  const profile = await makeTemporaryDirectory();
  const start = () => startKilledPhone({ profile_dir: profile.path, gate, ahead_ms: THREE_HOURS_MS });
  let phone = await start();
  await phone.setSignal(true);
  await phone.page.goto(`${url}/login`);
  await fillSignIn(phone.page, shop.driver.email, PASSWORD);
  await phone.page.waitForURL('**/dashboard/profile');
  const opened = {
    page: () => phone.page,
    setSignal: (on: boolean) => phone.setSignal(on),
    signalFor: (bytes: number) => phone.signalFor(bytes),
    open: () => phone.page.goto(`${url}/dashboard/next-order`),
    kill: () => phone.kill(),
    async start(): Promise<void> {
      phone = await start();
    },
    async restart(quota_bytes: number | null = null): Promise<void> {
      await phone.kill();
      await opened.start();
      await phone.setQuota(quota_bytes);
      await opened.open();
    },
    /** Closes the tab immediately, whatever its state, and opens the app in another one. */
    async reopen(): Promise<void> {
      await phone.newTab();
      await opened.open();
    },
    remove: () => profile.remove(),
  };
  await opened.open();
  await documentsLoaded(phone.page);
  await untilAppStored(phone.page);
  await phone.setSignal(false);
  return opened;
}

type Phone = Awaited<ReturnType<typeof openPhone>>;

/**
 * Confirms every order without signal. The browser is killed repeatedly: before a press, during a write, and
 * with a full disk.
 */
async function confirmAll(phone: Phone, orders: AddedOrder[]): Promise<Map<string, number[]>> {
  const kills_max = orders.length / 2;
  const pressed_ms = new Map<string, number[]>();
  let kills = 0;
  const restart = async (quota_bytes?: number) => {
    kills += 1;
    await phone.restart(quota_bytes);
  };
  for (let round = 0; ; round += 1) {
    const page = phone.page();
    const number = await shownNumber(page);
    if (number === null) break;
    const at = orders.findIndex(({ order_number }) => order_number === number);
    const door = Buffer.from(await makeDoor(page, colorOf(at)), 'base64');
    await fillIn(page, door, `Customer ${at}`, orders[at]?.paid ?? false);
    if (round === QUOTA_ROUND) {
      await confirmButton(page).click();
      await expect(
        page.getByText('This device has no storage left for the delivery. Free some space and try again.'),
      ).toBeVisible();
      await restart();
      continue;
    }
    if (round % 4 === 3 && kills < kills_max) {
      // Killed before the press: the form has to be completed after the restart.
      await restart(round + 1 === QUOTA_ROUND ? 1 : undefined);
      continue;
    }
    pressed_ms.set(number, [...(pressed_ms.get(number) ?? []), Date.now()]);
    await confirmButton(page).click();
    if (round % 4 === 1 && kills < kills_max) {
      // Killed during the write of the delivery, or right after it.
      await restart();
    } else if (round % 10 === 4) {
      await phone.reopen();
    } else {
      await expect(shownOrder(page, number)).toHaveCount(0);
    }
  }
  expect(kills).toBe(kills_max);
  expect(await waitingOn(phone.page())).toBe(orders.length);
  return pressed_ms;
}

type Recorded = {
  url: string;
  owner: Database;
  shop: E2eShop;
  orders: AddedOrder[];
  pressed_ms: Map<string, number[]>;
  /** The order that was cancelled before its delivery reached the server. */
  cancelled?: AddedOrder;
  page: Page;
};

/**
 * Checks that every delivery is recorded once, in the order of the presses, with its time, cash, photo and
 * note.
 */
async function expectRecordedOnce(given: Recorded): Promise<void> {
  const { url, owner, shop, orders, pressed_ms, cancelled, page } = given;
  const recorded = [];
  for (const order of orders) {
    const { order: row, confirmations, movements } = await recordsOf(owner, shop.shop_id, order.id);
    const conflict = order === cancelled;
    expect(row.status).toBe(conflict ? 'cancelled' : 'completed');
    expect(confirmations).toMatchObject([
      conflict
        ? { outcome: 'recorded_with_conflict', conflict: 'cancelled' }
        : { outcome: 'delivered', conflict: null },
    ]);
    expect(movements.map(({ amount_fils }) => amount_fils)).toEqual(
      order.paid ? [] : [order.due_amount_fils],
    );
    const confirmation = confirmations[0];
    if (!confirmation) throw new Error('there is one');
    if (!conflict) expect(row.actual_delivery_time).toEqual(confirmation.delivered_at);
    recorded.push({ ...order, confirmation });
  }
  expect(recorded.map(({ confirmation }) => confirmation.customer_name)).toEqual(
    orders.map((_, at) => `Customer ${at}`),
  );
  const inOrder = (times: number[]) => expect(times).toEqual(times.toSorted((one, other) => one - other));
  inOrder(recorded.map(({ confirmation }) => confirmation.recorded_at.getTime()));
  inOrder(recorded.map(({ confirmation }) => confirmation.delivered_at.getTime()));
  for (const { order_number, confirmation } of recorded) {
    const delivered_ms = confirmation.delivered_at.getTime();
    const off_ms = (pressed_ms.get(order_number) ?? []).map((pressed) => Math.abs(pressed - delivered_ms));
    expect(Math.min(...off_ms)).toBeLessThan(NEAR_MS);
  }
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(
    orders.reduce((sum, { due_amount_fils }) => sum + due_amount_fils, 0),
  );
  const token = await accessToken(url, shop.manager);
  for (const [at, { confirmation, order_number }] of recorded.entries()) {
    const image = await fileOf(owner, confirmation.delivery_image_file_id);
    const note = await fileOf(owner, confirmation.delivery_note_file_id);
    expect(image.path).toContain(`/${order_number}/`);
    const color = await colorIn(page, await proofOf(url, token, image));
    for (const [channel, value] of colorOf(at).entries()) {
      expect(Math.abs((color[channel] ?? 0) - value)).toBeLessThan(6);
    }
    expect((await proofOf(url, token, note)).subarray(0, 5).toString()).toBe('%PDF-');
  }
}

test(`${SAMPLE_ORDERS} deliveries without signal, with killed browsers, a lost connection and a cancelled order, are recorded once, in order, with their times, cash and files`, {
  tag: '@journeys',
}, async ({ server: { url, owner }, shop }) => {
  test.slow();
  const gate = await startNetworkGate();
  gate.lead(url);
  const orders = await addOrders(shop, SAMPLE_ORDERS);
  const [, , cancelled] = orders;
  if (!cancelled) throw new Error('there is one');
  const phone = await openPhone(gate.url, shop, gate);
  const { shop_id } = shop;
  await runTransaction(owner, (tx) => cancelOrder(tx, { shop_id, order_id: cancelled.id, now: new Date() }));
  const pressed_ms = await confirmAll(phone, orders);
  const page = phone.page();
  await expect(page.getByText(SAVED_OFFLINE)).toBeVisible();
  for (const { id } of orders) {
    expect(await countsOf(owner, shop_id, id)).toMatchObject({ confirmations: 0 });
  }

  await phone.setSignal(true);
  await expect.poll(() => waitingOn(page), UNTIL_RESENT).toBeLessThan(SAMPLE_ORDERS);
  await phone.setSignal(false);
  await phone.setSignal(true);
  await expect.poll(() => waitingOn(page), UNTIL_RESENT).toBe(0);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Delivery recorded with a conflict' }),
  ).toContainText(`Order #${cancelled.order_number} was cancelled before your delivery reached the server.`);
  await expectRecordedOnce({ url, owner, shop, orders, pressed_ms, cancelled, page });
  await phone.kill();
  await gate.close();
  await phone.remove();
});

test(`${ORDERS} deliveries without signal, with every fault of a phone and a newer version, are recorded once, in order, with their times, cash and files`, {
  tag: '@upgrades',
}, async ({ ownServers }) => {
  // A browser is started for every second order, and the signal is lost repeatedly.
  test.setTimeout(limitMs(900_000));
  const newer = await makeNewerProduct();
  const first = await ownServers.start();
  const gate = await startNetworkGate();
  gate.lead(first.url);
  let { owner, close } = await openOwner(first.data_dir);
  const shop = await createE2eShop(owner);
  const orders = await addOrders(shop, ORDERS);
  const phone = await openPhone(gate.url, shop, gate);
  const pressed_ms = await confirmAll(phone, orders);

  const waiting = () => waitingOn(phone.page());
  while ((await waiting()) > ORDERS / 4) await phone.signalFor(SIGNAL_BYTES);
  expect(await waiting()).toBeGreaterThan(0);

  await close();
  await first.stop();
  const second = await ownServers.start({ product: newer.path });
  gate.lead(second.url);
  ({ owner, close } = await openOwner(second.data_dir));
  // The phone downloads the new version before any delivery can be recorded; a cold start activates it.
  const restoreTable = await loseTable(owner, 'delivery_confirmations');
  await phone.setSignal(true);
  await expect.poll(() => isVersionWaiting(phone.page()), UNTIL_RESENT).toBe(true);
  await phone.kill();
  await phone.start();
  await restoreTable();
  await phone.open();
  await expect.poll(() => isNewer(phone.page()).catch(() => false)).toBe(true);
  expect(await waiting()).toBeGreaterThan(0);
  await phone.setSignal(true);
  await expect.poll(waiting, UNTIL_RESENT).toBe(0);

  await expectRecordedOnce({ url: second.url, owner, shop, orders, pressed_ms, page: phone.page() });
  await close();
  await phone.kill();
  await gate.close();
  await newer.remove();
  await phone.remove();
});
