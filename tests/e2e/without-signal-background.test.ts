import type { BrowserContext, Page } from '@playwright/test';
import { untilAppStored } from '../support/e2e-app-worker.ts';
import { balanceOf, countsOf, recordsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  cutOff,
  documentsLoaded,
  fillDelivery,
  openNextOrder,
  SAVED_OFFLINE,
} from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

test.use({ serviceWorkers: 'allow' });

const TAG = 'mandoob.send';
const THREE_HOURS_MS = 3 * 3_600_000;
/** The largest difference between the press and the instants measured right before and after it, in ms. */
const NEAR_MS = 2_000;

/**
 * Has the browser start the worker as Background Sync does once there is a network, even if the requesting
 * tab is closed.
 */
async function backgroundSync(context: BrowserContext, origin: string): Promise<void> {
  // A page of the same browser that is not part of the app dispatches the worker's events.
  const elsewhere = await context.newPage();
  const session = await context.newCDPSession(elsewhere);
  const versions: { registrationId: string; status: string }[] = [];
  session.on('ServiceWorker.workerVersionUpdated', (event) => versions.push(...event.versions));
  await session.send('ServiceWorker.enable');
  await expect.poll(() => versions.some(({ status }) => status === 'activated')).toBe(true);
  const registrationId = versions.findLast(({ status }) => status === 'activated')?.registrationId ?? '';
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: TAG,
    lastChance: true,
  });
  await elsewhere.close();
}

/** Returns the sync tags that the page has registered. */
const registeredTags = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync: { getTags(): Promise<string[]> };
    };
    return await registration.sync.getTags();
  });

/** Sets the page's wall clock, as in the phone's settings; its monotonic clock continues. */
function setClock(page: Page, by_ms: number): Promise<void> {
  return page.evaluate((by) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + by;
  }, by_ms);
}

test('after its tab was closed the worker sends a delivery once, with its real time although the clock was set back, and the next page reports it', {
  tag: '@journeys',
}, async ({ context, photo, server, shop, signedIn }) => {
  const order = await shop.addOrder({ minutes_ago: 600 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await untilAppStored(page);
  await fillDelivery(page, photo);
  // The worker has a network, but this page has none.
  await cutOff(page);
  await setClock(page, -THREE_HOURS_MS);
  await page.evaluate(() => {
    const registered: string[] = [];
    Object.assign(window, { registered });
    const { prototype } = (window as unknown as { SyncManager: { prototype: { register: unknown } } })
      .SyncManager;
    // A headless browser would start the worker at once, before the tab is closed.
    prototype.register = async (tag: string) => void registered.push(tag);
  });
  const before_ms = Date.now();
  await confirmButton(page).click();
  await expect(page.getByText(SAVED_OFFLINE)).toBeVisible();
  const after_ms = Date.now();
  expect(await page.evaluate(() => (window as unknown as { registered: string[] }).registered)).toContain(
    TAG,
  );
  expect(await registeredTags(page)).toEqual([]);
  await page.close();
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });

  await backgroundSync(context, server.url);
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  await expect.poll(() => countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(14_500);
  const [confirmation] = (await recordsOf(server.owner, shop.shop_id, order.id)).confirmations;
  const delivered_ms = confirmation?.delivered_at.getTime();
  expect(delivered_ms).toBeGreaterThan(before_ms - NEAR_MS);
  expect(delivered_ms).toBeLessThan(after_ms + NEAR_MS);

  const again = await context.newPage();
  await again.goto('/dashboard/next-order');
  await expect(again.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
  await expect(again.getByText('No Orders Available')).toBeVisible();
  await backgroundSync(context, server.url);
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
});
