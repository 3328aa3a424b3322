import type { Page } from '@playwright/test';
import { confirmButton, fillDelivery, openNextOrder, shownOrder } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { storedInBrowser } from '../support/stored-in-browser.ts';

const kept = (page: Page) => page.evaluate(storedInBrowser);

async function pressSignOut(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  return page.getByRole('dialog', { name: 'Sign out with unsent work?' });
}

test('after signing out the page shows nothing of the shop, and the device stores nothing about any customer', {
  tag: '@journeys',
}, async ({ page, photo, shop, signedIn }) => {
  const customer = { first_name: 'Shamsa', last_name: 'Al Ketbi' };
  const delivered = await shop.addOrder({ due_amount_fils: 14_537, minutes_ago: 90, customer });
  const next = await shop.addOrder({ due_amount_fils: 21_863, customer });
  await signedIn(shop.driver);
  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByRole('article')).toHaveCount(2);
  await openNextOrder(page, delivered.order_number);
  await fillDelivery(page, photo, { customer_name: 'Maitha' });
  await confirmButton(page).click();
  await expect(page.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
  await expect(shownOrder(page, next.order_number)).toBeVisible();
  await page.getByLabel('Customer Full Name').fill('Ghaya');
  await expect.poll(() => kept(page)).toContain('Ghaya');

  const secrets = {
    customer: /Shamsa|Ketbi|Maitha|Ghaya/,
    address: /Marina Gate|971501234567/,
    amounts: /\b(?:14537|21863)\b|145\.37|218\.63/,
    orders: new RegExp(`${delivered.order_number}\\b|${next.order_number}\\b|${delivered.id}|${next.id}`),
    products: /Dates \d/,
    answers: /"(?:answer|delivered_at|cash_on_hand_fils)"/,
  };
  const before = await kept(page);
  for (const secret of Object.values(secrets)) expect(before).toMatch(secret);

  await page.route('**/api/orders/stops', (route) => route.abort());
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Assigned Orders' }).click();
  await expect(page.getByText('Failed to load assigned orders')).toBeVisible();
  const question = await pressSignOut(page);
  await expect(question).toContainText(
    'The details you entered for an unconfirmed delivery will be deleted.',
  );
  await question.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  const text = await page.locator('body').innerText();
  for (const word of [shop.driver.full_name, next.order_number]) expect(text).not.toContain(word);
  const found = async () => {
    const after = await kept(page);
    return Object.entries(secrets)
      .filter(([, secret]) => secret.test(after))
      .map(([name]) => name);
  };
  await expect.poll(found).toEqual([]);
  await page.goto('/dashboard/assigned-orders');
  await expect(page).toHaveURL(/\/login$/);
  expect(await found()).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(shop.driver.user_id);
  expect(await kept(page)).toMatch(/settled [0-9a-f]{64}/);
});
