import type { BrowserContext, Page } from '@playwright/test';
import { appKept } from '../support/e2e-app-worker.ts';
import { balanceOf, countsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  cutOff,
  documentsLoaded,
  fillDelivery,
  openNextOrder,
} from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

test.use({ serviceWorkers: 'allow' });

const TAG = 'mandoob.send';

/** Has the browser start the worker as Background Sync does once there is a network; the tab that asked for it may be closed. */
async function backgroundSync(context: BrowserContext, origin: string): Promise<void> {
  // Events of workers are sent from a page of the same browser that is none of the app's.
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

/** The tags that the page has asked the browser for. */
const askedFor = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync: { getTags(): Promise<string[]> };
    };
    return await registration.sync.getTags();
  });

test('what waits is sent by the worker after its tab was closed, once, and the next page says it', {
  tag: '@whole-browser',
}, async ({ context, photo, server, shop, signedIn }) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await appKept(page);
  await fillDelivery(page, photo);
  // The worker has a network, this page has none.
  await cutOff(page);
  await page.evaluate(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const { prototype } = (window as unknown as { SyncManager: { prototype: { register: unknown } } })
      .SyncManager;
    // Headless, the browser would start the worker at once: it shall be seen to send after the tab was closed.
    prototype.register = async (tag: string) => void asked.push(tag);
  });
  await confirmButton(page).click();
  await expect(page.getByText('The photo is not uploaded yet')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toContain(TAG);
  expect(await askedFor(page)).toEqual([]);
  await page.close();
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });

  await backgroundSync(context, server.url);
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  await expect.poll(() => countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(14_500);

  const again = await context.newPage();
  await again.goto('/dashboard/next-order');
  await expect(again.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
  await expect(again.getByText('No Orders Available')).toBeVisible();
  await backgroundSync(context, server.url);
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
});
