import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere } from '../support/e2e-axe.ts';
import { keysOnDevice } from '../support/e2e-device-store.ts';
import { signIn } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Install this app' });

/** As Chromium does once it knows that the app can be installed. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => Object.assign(window, { prompted: true });
    window.dispatchEvent(Object.assign(event, { prompt }));
    return event.defaultPrevented;
  });

test('where the browser offers it, Profile installs the app, or puts that off for good', async ({
  page,
  shop,
}) => {
  await signIn(page, shop.driver);
  await expect(page.getByRole('region', { name: 'Signed-in Devices' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect(await offer(page)).toBe(true);
  await expect(card(page)).toContainText('It opens from your home screen, with and without a connection.');
  await expectAccessibleEverywhere(page, 'the offer to install');
  await card(page).getByRole('button', { name: 'Install' }).click();
  await expect.poll(() => page.evaluate(() => 'prompted' in window)).toBe(true);
  await expect(card(page)).toHaveCount(0);

  await offer(page);
  await card(page).getByRole('button', { name: 'Not now' }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => keysOnDevice(page, 'notes')).toContain('install_put_off');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Signed-in Devices' })).toBeVisible();
  await offer(page);
  // Asked after the page has asked, it answers after that: what the note does is done.
  await keysOnDevice(page, 'notes');
  await expect(card(page)).toHaveCount(0);
});

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  });

  test('Profile says how, and what becomes of what waits', async ({ page, shop }) => {
    await signIn(page, shop.driver);
    await expect(card(page)).toContainText('In Safari, press Share, then Add to Home Screen.');
    await expect(card(page)).toContainText('send what waits here, install, then sign in again there.');
    await expect(card(page).getByRole('button')).toHaveText(['Not now']);
  });
});
