import type { Page } from '@playwright/test';
import { PROBLEMS } from '../../contract/rules/problems.ts';
import { blockFiles, type Fault, refuseWrites } from '../support/e2e-faults.ts';
import { countsOf } from '../support/e2e-records.ts';
import {
  choosePhoto,
  confirmButton,
  DELIVERED,
  dismissToasts,
  expectToasts,
  fillDelivery,
  openNextOrder,
} from '../support/e2e-screens.ts';
import type { E2eShop, Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

const CASH_145 = 'Cash tracking updated. New total: AED 145.00';
const MISSING: [string, string] = [
  'Missing Information',
  'Please capture a delivery image, enter customer name, and confirm receipt',
];

test('the button looks disabled but can be pressed: it says the first rule that is not met', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  const press = async (expected: [string, string]) => {
    await expect(confirmButton(page)).toHaveAttribute('aria-disabled', 'true');
    await confirmButton(page).focus();
    await expect(confirmButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expectToasts(page, expected);
    await dismissToasts(page);
  };
  await press(MISSING);
  await choosePhoto(page, photo);
  await press(MISSING);
  await page.getByLabel('I confirm receipt of the following items').check();
  await page.getByLabel('Customer Full Name').fill('   ');
  await press(MISSING);
  await page.getByLabel('Received Payment').check();
  await press(MISSING);
  await page.getByLabel('Customer Full Name').fill('Layla');
  await page.getByLabel('Received Payment').uncheck();
  await press(['Payment Confirmation Required', 'Please confirm that payment has been received']);
  await page.getByLabel('Received Payment').check();
  await page.getByRole('button', { name: 'Remove' }).click();
  await press(MISSING);
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });

  await choosePhoto(page, photo);
  await expect(confirmButton(page)).toHaveAttribute('aria-disabled', 'false');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/deliveries', async (route) => {
    await held;
    await route.continue();
  });
  await confirmButton(page).click();
  // Nothing waits for the answer: at this door there is nothing left to do.
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(page.getByText('1 delivery is still being sent.')).toBeVisible();
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });
  release();
  await expectToasts(page, CASH_145, DELIVERED);
});

type Broken = {
  what: string;
  toast: string;
  notice: string;
  break: (of: {
    shop: E2eShop;
    page: Page;
    server: Parameters<typeof refuseWrites>[0];
    data_dir: string;
  }) => Promise<Fault>;
};

const UNREAD = {
  status: 400,
  contentType: 'application/problem+json',
  json: { type: 'about:blank', ...PROBLEMS.malformed, code: 'malformed', request_id: 'test' },
};
const IMAGE = 'Failed to upload delivery image. Please check your internet connection and try again.';
const NOTE = 'Failed to upload delivery note PDF. Please check your internet connection and try again.';

const FAILURES: Broken[] = [
  {
    what: 'a photo that the server cannot store',
    toast: IMAGE,
    notice: 'The delivery is kept on this device with its photo and is sent again by itself.',
    break: ({ data_dir, shop }) => blockFiles(data_dir, shop.shop_id),
  },
  {
    what: 'a delivery note that the server cannot store',
    toast: NOTE,
    notice: 'The delivery note is not uploaded yet',
    break: ({ server }) =>
      refuseWrites(server, { table: 'files', event: 'insert', when: `new.type = 'application/pdf'` }),
  },
  {
    what: 'a connection lost between photo and delivery note',
    toast: NOTE,
    notice: 'The delivery note is not uploaded yet',
    break: async ({ page }) => {
      // As a server of the version before, which does not read a command that comes with its files.
      await page.route('**/api/deliveries', (route) => route.fulfill(UNREAD), { times: 1 });
      await page.route('**/*.pdf', (route) => route.abort('internetdisconnected'));
      return () => page.unroute('**/*.pdf');
    },
  },
  {
    what: 'a confirmation that cannot be written',
    toast: 'Failed to create delivery confirmation',
    notice: 'The delivery is not recorded yet',
    break: ({ server }) =>
      refuseWrites(server, { table: 'delivery_confirmations', event: 'insert', when: 'true' }),
  },
  {
    what: 'an order that cannot be updated',
    toast: 'Failed to update order status',
    notice: 'The delivery is not recorded yet',
    break: ({ server }) => refuseWrites(server, { table: 'orders', event: 'update', when: 'true' }),
  },
  {
    what: 'something nobody thought of',
    toast: 'An unexpected error occurred',
    notice: "We don't know yet whether this was recorded",
    break: ({ server }) => refuseWrites(server, { table: 'commands', event: 'insert', when: 'true' }),
  },
];

for (const failure of FAILURES) {
  test(`${failure.what}: said once, the work is kept and recorded once afterwards`, async ({
    photo,
    server,
    shop,
    signedIn,
  }) => {
    const order = await shop.addOrder();
    const page = await signedIn(shop.driver);
    await openNextOrder(page, order.order_number);
    await fillDelivery(page, photo);
    const mend = await failure.break({ shop, page, server: server.owner, data_dir: server.data_dir });
    try {
      await confirmButton(page).click();
      await expectToasts(page, ['Error', failure.toast]);
      await expect(page.getByText(failure.notice)).toBeVisible();
      const nothing = { status: 'dispatching', confirmations: 0, movements: 0 };
      expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(nothing);
    } finally {
      await mend();
    }
    // What was said about it is taken back once it has come right.
    await expectToasts(page, CASH_145, DELIVERED);
    const recorded = { status: 'completed', confirmations: 1, movements: 1 };
    expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
  });
}

const FULFILMENT = '**/functions/v1/fulfill-shopify-order';

test('a fulfilment that fails leaves the order completed and says so', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await fillDelivery(page, photo);
  const giveTo = ({ driver_id }: Person) =>
    server.owner
      .updateTable('orders')
      .set({ driver_id })
      .where('shop_id', '=', shop.shop_id)
      .where('id', '=', order.id)
      .execute();
  await page.route(FULFILMENT, async (route) => {
    await giveTo(shop.driver2);
    await route.continue();
  });
  await confirmButton(page).click();
  const failed = 'Order completed but Shopify fulfillment failed. Please contact support.';
  await expectToasts(page, ['Warning', failed], CASH_145, DELIVERED);
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ status: 'completed' });
  // Other tests verify the cash book of this server.
  await giveTo(shop.driver);
});

test("a warning of the fulfilment is shown in the server's own words", async ({ photo, shop, signedIn }) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await fillDelivery(page, photo);
  const warning = 'The parcel number is not known yet.';
  await page.route(FULFILMENT, (route) =>
    route.fulfill({ json: { success: true, status: 'waiting', warning } }),
  );
  await confirmButton(page).click();
  await expectToasts(page, ['Warning', warning], CASH_145, DELIVERED);
});
