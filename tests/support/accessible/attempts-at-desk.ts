import { expect, type Page } from '@playwright/test';
import { attemptOnDevice } from '../e2e-attempt.ts';
import { signInDevice } from '../e2e-device.ts';
import { untilNoOverlay } from '../e2e-screens.ts';
import { ARABIC_NAME } from '../e2e-shop.ts';
import { type Given, go, type State } from './walk.ts';

/** The desk's view of attempts, the dialog of another day, and the details with the photo. */
export async function* attemptsAtDesk({
  page,
  photo,
  server: { url },
  shop,
}: Given): AsyncGenerator<State | string> {
  const order = await shop.addOrder({ customer: { first_name: ARABIC_NAME, last_name: 'عبد الرحمن' } });
  const device = await signInDevice(url, shop, shop.driver);
  const next = { day: '2098-11-21', from: '10:00', to: '12:00' };
  await attemptOnDevice(device, order, { reason: 'nobody_home', note: 'Gate locked', next, picture: photo });
  await go(page, '/desk?view=not_delivered', 'Nobody home');
  yield 'orders that could not be delivered';
  await page.getByRole('row').filter({ hasText: order.order_number }).click();
  const details = page.getByRole('complementary', { name: `Order #${order.order_number}` });
  await details.getByRole('button', { name: 'Show the photo' }).click();
  await expect(page.getByRole('img', { name: /at attempt 1$/ })).toBeVisible();
  yield 'an order with an attempt, and its photo';
  await details.getByRole('button', { name: /^Another day/ }).click();
  await expect(page.getByRole('dialog', { name: 'Postpone 1 order' })).toBeVisible();
  await pastDay(page);
  yield 'postponing an order, with a rejected day';
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await untilNoOverlay(page);
}

async function pastDay(page: Page): Promise<void> {
  await page.getByLabel('Day').fill('2020-01-01');
  await page.getByRole('button', { name: 'Postpone', exact: true }).click();
  await expect(page.getByText('Enter a time that has not passed.').first()).toBeVisible();
}
