import { newId } from '../../contract/rules/ids.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { secretBox } from '../../server/platform/secrets/sealed-secrets.ts';
import { processWebhooks } from '../../server/shopify/webhooks/process-webhooks.ts';
import { dismissToasts, expectToasts } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { connectShopify } from '../support/operations.ts';
import { build } from '../support/query-builder.ts';
import { payloadText, shopifyOrder } from '../support/shopify-payload.ts';

const NOWHERE = { name: 'ليلى', city: 'Dubai', address1: null };

test('orders that could not be imported from the store are retried and dismissed by keys, another appears automatically, and the store is disconnected', {
  tag: '@journeys',
}, async ({ server: { owner }, shop, signedIn }) => {
  const { shop_id } = shop;
  const receive = async (number: string, changes: object) => {
    const payload = payloadText(shopifyOrder({ id: `88${number}`, name: `#${number}`, ...changes }));
    const row = { shop_id, id: newId(), webhook_id: `hook-${number}`, topic: 'orders/create', payload };
    await build(owner).insertInto('shopify_webhooks').values(row).execute();
    await processWebhooks(owner, silentLog, { shop_id, now: () => new Date() });
  };
  await receive('6001', { currency: 'USD' });
  await receive('6002', { shipping_address: NOWHERE, billing_address: NOWHERE });
  await receive('6003', { line_items: [{ name: '', quantity: 1, price: 'free' }] });

  const page = await signedIn(shop.admin);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk');
  await page.getByRole('link', { name: /^Import problems\s*3/ }).click();
  await expect(page.getByRole('heading', { name: 'Import problems', exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: '#6003' }).click();
  const beside = page.getByRole('complementary', { name: '#6003' });
  await expect(beside.getByText('Price of item 1')).toBeVisible();
  await expect(beside.getByText('is not an amount like 1250.50')).toBeVisible();

  // Without a connection to the store, a retry uses the stored webhook and fails as before.
  await page.keyboard.press('r');
  await expect(page.getByText('Order #6003 · ')).toBeVisible();
  await expect(beside.getByText('Still not imported')).toBeVisible();
  await dismissToasts(page);

  await page.keyboard.press('d');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Enter a reason.').first()).toBeVisible();
  await page.getByLabel('Note').fill('A test of the store');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('link', { name: '#6003' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Import problems\s*2/ })).toBeVisible();
  await dismissToasts(page);

  // The stored webhook is corrected, as a fix in the store would do.
  const good = payloadText(shopifyOrder({ id: '886002', name: '#6002' }));
  await build(owner)
    .updateTable('shopify_webhooks')
    .set({ payload: good })
    .where('shop_id', '=', shop_id)
    .where('webhook_id', '=', 'hook-6002')
    .execute();
  await page.keyboard.press('Shift+R');
  await expectToasts(page, ['1 of 2 resolved', '1 is left: its row shows why']);
  const row = page.getByRole('row').filter({ hasText: '#6002' });
  await expect(row.getByText('Imported', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: '#6002' }).click();
  await expect(page.getByRole('link', { name: 'Show the existing order' })).toBeVisible();

  await page.keyboard.press('Escape');
  await receive('7001', { financial_status: 'voided' });
  await expect(page.getByRole('link', { name: '#7001' })).toBeVisible();

  const shop_domain = `store-${shop_id}.myshopify.com`;
  await inTransaction(owner, (tx) =>
    connectShopify(tx, secretBox(['another secret that is long enough for this']), {
      shop_id,
      shop_domain,
      credentials: { token: 'shpat_x' },
      secret: 'shpss_x',
    }),
  );
  for (const key of ['g', 'y']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: shop_domain })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import problems: 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await dismissToasts(page);
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
});
