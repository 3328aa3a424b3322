import { inTransaction } from '../../server/platform/database/transactions.ts';
import { secretBox } from '../../server/platform/sealed-secrets.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { dismissToasts, expectToasts } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';
import { connectShopify } from '../support/operations.ts';

test('an Admin changes the shop, is told what another time zone means, and loses nothing to a wrong entry', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/shop');
  await page.getByLabel('Name').fill('Al Noor Flowers');
  await page.getByLabel('Promised after (hours)').fill('0');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await expect(page.getByText('"Today" begins and ends by that clock from now on')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write a whole number from 1 to 720, or nothing').first()).toBeVisible();
  await page.getByLabel('Promised after (hours)').fill('4');
  await expectAccessible(page, 'the shop', [DESKTOP, PHONE]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToasts(page, ['Saved', 'Al Noor Flowers']);
  const kept = owner.selectFrom('shops').select(['name', 'time_zone', 'promise_hours']);
  expect(await kept.where('id', '=', shop.shop_id).executeTakeFirst()).toEqual({
    name: 'Al Noor Flowers',
    time_zone: 'Europe/Berlin',
    promise_hours: 4,
  });
});

test('the store: credentials that it refuses are told and stay typed; once connected, what is wrong with it shows', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await page.setViewportSize(DESKTOP);
  // A store that answers is in the tests of the server: a built one speaks https only.
  let refused = true;
  await page.route('**/api/store/try', (route) =>
    refused
      ? route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          json: {
            type: 'about:blank',
            title: 'The Shopify store does not take these credentials',
            status: 422,
            code: 'credentials_refused',
            detail: 'Shopify refuses the credentials (401)',
            request_id: 'made-up',
          },
        })
      : route.fulfill({ json: { shop_domain: 'my-shop.myshopify.com', missing_scopes: ['write_orders'] } }),
  );
  await page.goto('/desk/shopify');
  await expect(page.getByText('The store cannot tell this server of new orders at once')).toBeVisible();
  const tryIt = page.getByRole('button', { name: 'Test', exact: true });
  await tryIt.click();
  await expect(page.getByText('Write the address of the store').first()).toBeVisible();
  await page.getByLabel('Address of the store').fill('my-shop.myshopify.com');
  await page.getByLabel('Admin API access token').fill('shpat_wrong');
  await page.getByLabel('API secret key').fill('shpss_wrong');
  await tryIt.click();
  await expect(page.getByText('It says: Shopify refuses the credentials (401)')).toBeVisible();
  await expect(page.getByLabel('API secret key')).toHaveValue('shpss_wrong');
  await expectAccessible(page, 'the refused store', [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);
  refused = false;
  await tryIt.click();
  await expect(page.getByText('The app lacks write_orders')).toBeVisible();

  await inTransaction(owner, (tx) =>
    connectShopify(tx, secretBox(['another secret that is long enough for this']), {
      shop_id: shop.shop_id,
      shop_domain: `store-${shop.shop_id}.myshopify.com`,
      credentials: { token: 'shpat_x' },
      secret: 'shpss_x',
    }),
  );
  await page.reload();
  await expect(page.getByRole('region', { name: `store-${shop.shop_id}.myshopify.com` })).toBeVisible();
  await expect(page.getByText('Everything is done.')).toBeVisible();
  await expectAccessible(page, 'the connected store', [DESKTOP, PHONE]);
  if (process.env.LOOK) {
    for (const [size, name] of [
      [PHONE, '390'],
      [DESKTOP, '1280'],
    ] as const) {
      await page.setViewportSize(size);
      await page.screenshot({ path: `${process.env.LOOK}/store-${name}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await dismissToasts(page);
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
});
