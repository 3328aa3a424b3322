import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/e2e-axe.ts';
import { nothingOverPage, signIn } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { PHONE } from '../support/e2e-viewports.ts';

const DEPOSITS = /\/dashboard\/bank-deposits$/;
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

test('Back closes a dialog and stays; the next Back leaves the page, however it was closed', async ({
  page,
  shop,
}) => {
  await signIn(page, shop.manager);
  for (const close of [
    () => back(page),
    () => page.keyboard.press('Escape'),
    () => form(page).getByRole('button', { name: 'Close' }).click(),
    () => form(page).getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await toDeposits(page);
    await openForm(page);
    await close();
    await expect(form(page)).toHaveCount(0);
    await expect(page).toHaveURL(DEPOSITS);
    await expect(page.getByRole('button', { name: 'New Deposit' })).toBeFocused();
    await nothingOverPage(page);
    await back(page);
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
  }
});

test('a half-filled form asks first, by Back, Escape and its buttons', async ({ page, shop }) => {
  await signIn(page, shop.manager);
  await toDeposits(page);
  await openForm(page);
  const amount = page.getByLabel('Deposit Amount (AED) *');
  await amount.fill('250');
  for (const close of [
    () => back(page),
    () => page.keyboard.press('Escape'),
    () => form(page).getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await close();
    await expect(question(page)).toBeVisible();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(amount).toHaveValue('250');
  }
  await back(page);
  await expect(question(page)).toBeVisible();
  await expectAccessible(page, 'question', [PHONE]);
  // Back is no answer to lose anything by.
  await back(page);
  await expect(question(page)).toHaveCount(0);
  await expect(amount).toHaveValue('250');
  await back(page);
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(page).toHaveURL(DEPOSITS);
  await back(page);
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
});

test('Back closes the menu; a page chosen in it is one step from where it was chosen', async ({
  page,
  shop,
}) => {
  await signIn(page, shop.manager);
  const panel = page.getByRole('dialog', { name: 'Menu' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(panel).toBeVisible();
  await back(page);
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await menu.click();
  await panel.getByRole('link', { name: 'Bank Deposits' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(DEPOSITS);
  // The page that is open already only closes it.
  await menu.click();
  await panel.getByRole('link', { name: 'Bank Deposits' }).click();
  await expect(panel).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
});

test('a reload with a dialog open leaves no step behind, nor does going forward again', async ({
  page,
  shop,
}) => {
  await signIn(page, shop.manager);
  await toDeposits(page);
  await openForm(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'New Deposit' })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await nothingOverPage(page);
  await openForm(page);
  await back(page);
  await expect(form(page)).toHaveCount(0);
  await page.evaluate(() => history.forward());
  await nothingOverPage(page);
  await expect(page).toHaveURL(DEPOSITS);
  await back(page);
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
});
