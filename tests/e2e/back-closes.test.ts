import type { Page } from '@playwright/test';
import { untilNoOverlay } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';

const DEPOSITS = /\/dashboard\/bank-deposits$/;
const PROFILE = /\/dashboard\/profile$/;
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Record Bank Deposit' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you entered?' });
const back = (page: Page) => page.evaluate(() => history.back());

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Deposit' }).click();
  await expect(form(page)).toBeVisible();
}

async function toDeposits(page: Page): Promise<void> {
  await bar(page).getByRole('link', { name: 'Bank Deposits' }).click();
  await expect(page).toHaveURL(DEPOSITS);
}

/**
 * web/ui/back-closes.browser.test.tsx covers every way to close, and the question about a half-filled form.
 */
test('Back closes a dialog, its question or the menu without leaving the page, and the next Back leaves it, also after a reload', {
  tag: '@journeys',
}, async ({ page, shop }) => {
  await keepSession(page, shop.manager);
  await page.goto('/dashboard/profile');
  await toDeposits(page);
  await openForm(page);
  await back(page);
  await expect(form(page)).toHaveCount(0);
  await expect(page).toHaveURL(DEPOSITS);
  await expect(page.getByRole('button', { name: 'New Deposit' })).toBeFocused();
  await untilNoOverlay(page);
  await back(page);
  await expect(page).toHaveURL(PROFILE);

  await toDeposits(page);
  await openForm(page);
  const amount = page.getByLabel('Deposit Amount (AED) *');
  await amount.fill('250');
  await back(page);
  await expect(question(page)).toBeVisible();
  // Back discards nothing.
  await back(page);
  await expect(question(page)).toHaveCount(0);
  await expect(amount).toHaveValue('250');
  await back(page);
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(page).toHaveURL(DEPOSITS);
  await untilNoOverlay(page);
  await back(page);
  await expect(page).toHaveURL(PROFILE);

  const panel = page.getByRole('dialog', { name: 'Menu' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(panel).toBeVisible();
  await back(page);
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(PROFILE);
  await menu.click();
  await panel.getByRole('link', { name: 'Bank Deposits' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(DEPOSITS);
  // Selecting the current page in the menu only closes the menu.
  await menu.click();
  await panel.getByRole('link', { name: 'Bank Deposits' }).click();
  await expect(panel).toHaveCount(0);

  await openForm(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'New Deposit' })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await untilNoOverlay(page);
  await openForm(page);
  await back(page);
  await expect(form(page)).toHaveCount(0);
  await page.evaluate(() => history.forward());
  await untilNoOverlay(page);
  await expect(page).toHaveURL(DEPOSITS);
  await back(page);
  await expect(page).toHaveURL(PROFILE);
});
