import type { Page } from '@playwright/test';
import { SPARE } from '../../web/offline/device-records.ts';
import { untilAppStored } from '../support/e2e-app-worker.ts';
import { keysOnDevice } from '../support/e2e-device-store.ts';
import { toastsOn } from '../support/e2e-screens.ts';
import { PASSWORD, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { requestOf, type Sends } from '../support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../support/test-delivery.ts';
import { prepareCollection, prepareEnd, prepareStart, sendCommand } from '../support/test-handover.ts';

test.use({ serviceWorkers: 'allow' });

/** Signs in like the app of this person; `session_id` is a token here. */
async function asStaff(page: Page, person: Person) {
  const response = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: person.email, password: PASSWORD },
  });
  return { ...person, session_id: ((await response.json()) as { access_token: string }).access_token };
}

test('a driver finds their own deliveries and handovers and opens the receipt, also without a network; a colleague finds none of it', {
  tag: '@journeys',
}, async ({ context, otherPhone, server, shop, signedIn }) => {
  const page = await signedIn(shop.driver);
  const [driver, admin, manager] = await Promise.all(
    [shop.driver, shop.admin, shop.manager].map((person) => asStaff(page, person)),
  );
  if (!driver || !admin || !manager) throw new Error('nobody signed in');
  const sends: Sends = {
    send: (method, path, options) => fetch(server.url + path, requestOf(method, options)),
  };
  const signing = { ...shop, driver, admin, manager };
  const order = await shop.addOrder({ due_amount_fils: 14_500 });
  const sent = [await sendDelivery(sends, driver, await prepareDelivery(sends, shop, driver, order))];
  const start = await prepareStart(sends, signing, { amount_fils: 20_000 });
  sent.push(await sendCommand(sends, 'start', admin, start));
  const collection = await prepareCollection(sends, signing, { amount_fils: 4_500 });
  sent.push(await sendCommand(sends, 'collection', manager, collection));
  const end = await prepareEnd(sends, signing, { amount_fils: 29_500 });
  sent.push(await sendCommand(sends, 'end', admin, end));
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'My history' }).click();
  const today = page.getByRole('region', { name: /^Today/ });
  const shows = async () => {
    await expect(today.getByRole('button', { name: /^Today/ })).toContainText(
      /1 delivery.*AED 145\.00.*short by AED 5\.00/,
    );
    const handovers = today.getByRole('list', { name: 'Handovers' }).getByRole('listitem');
    await expect(handovers).toContainText([
      /End of day: cash handed over.*AED 295\.00.*With Amal Admin.*short by AED 5\.00.*EOD-/,
      /Collected from you.*AED 45\.00.*With Mona Manager/,
      /Start of day: cash received.*AED 200\.00.*SOD-/,
    ]);
    await expect(today.getByRole('list', { name: 'Deliveries' })).toContainText(`#${order.order_number}`);
  };
  await shows();
  await today.getByRole('button', { name: `#${order.order_number}` }).click();
  await expect(today.getByText('Delivered at')).toBeVisible();
  const receipts = () =>
    keysOnDevice(page, 'reads').then((keys) => keys.filter((key) => JSON.stringify(key).includes(SPARE)));
  await expect.poll(async () => (await receipts()).length).toBe(2);

  await untilAppStored(page);
  await context.setOffline(true);
  await page.reload();
  await shows();
  await expect(page.getByText(/^No connection\. Figures as of \d\d:\d\d\.$/)).toBeVisible();
  const opened = Promise.race([
    context.waitForEvent('page').then((tab) => tab.waitForURL(/^blob:/).then(() => 'shown')),
    page.waitForEvent('download').then((file) => file.suggestedFilename()),
  ]);
  await today.getByRole('button', { name: `Open receipt ${end.input.handover_reference}` }).click();
  expect(await opened).toMatch(/^shown$|^EOD-.*\.pdf$/);
  await page.bringToFront();
  await today.getByRole('button', { name: `#${order.order_number}` }).click();
  await today.getByRole('button', { name: `Photo of order #${order.order_number}` }).click();
  await expect
    .poll(async () => (await toastsOn(page)).map(({ description }) => description))
    .toEqual(['It is not stored on this device. Open it when you are online.']);

  await context.setOffline(false);

  const colleague = await otherPhone(shop.driver2);
  await colleague.goto('/dashboard/history');
  await expect(colleague.getByText('Nothing in the last 60 days')).toBeVisible();

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => keysOnDevice(page, 'reads')).toEqual([]);
});
