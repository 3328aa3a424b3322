import type { Page } from '@playwright/test';
import {
  confirmButton,
  cutOff,
  fillDelivery,
  fillSignIn,
  openNextOrder,
  sendNow,
  shownOrder,
} from '../support/e2e-screens.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { keptInBrowser } from '../support/kept-in-browser.ts';

const kept = (page: Page) => page.evaluate(keptInBrowser);

async function pressSignOut(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  return page.getByRole('dialog', { name: 'Sign out with unsent work?' });
}

test('after signing out nothing about any customer can be read on the device', async ({
  page,
  photo,
  shop,
  signedIn,
}) => {
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

  const question = await pressSignOut(page);
  await expect(question).toContainText(
    'What you entered for a delivery that is not confirmed yet is deleted.',
  );
  await question.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  const found = async () => {
    const after = await kept(page);
    return Object.entries(secrets)
      .filter(([, secret]) => secret.test(after))
      .map(([name]) => name);
  };
  await expect.poll(found).toEqual([]);
  await page.reload();
  expect(await found()).toEqual([]);
  expect(await kept(page)).toMatch(/settled [0-9a-f]{64}/);
});

test('when the session was ended on the server, its orders leave the device and what was not sent waits', async ({
  page,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const customer = { first_name: 'Shamsa', last_name: 'Al Ketbi' };
  const order = await shop.addOrder({ customer });
  await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await fillDelivery(page, photo, { customer_name: 'Maitha' });
  const restore = await cutOff(page);
  await confirmButton(page).click();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Delivered to Maitha')).toBeVisible();
  expect(await kept(page)).toContain('Shamsa');

  await server.owner
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', shop.driver.user_id)
    .execute();
  await restore();
  await sendNow(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => kept(page)).not.toContain('Shamsa');
  expect(await kept(page)).toContain('Maitha');

  await fillSignIn(page, shop.driver.email, PASSWORD);
  await expect(page.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
});
