import type { Page } from '@playwright/test';
import { addMachine } from '../support/accessible/seeds.ts';
import { drawSignature, giveCash } from '../support/e2e-cash.ts';
import { signByKeys } from '../support/e2e-keys.ts';
import {
  approve,
  cashOf,
  documentText,
  expectVerified,
  machineHolder,
  openRequest,
  startDay,
} from '../support/e2e-second-person.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

const BEFORE = { driver: 5_000, admin: 100_000 };
const AFTER_START = { driver: 25_000, admin: 80_000 };

const voided = (page: Page) => page.getByRole('region', { name: 'Void', exact: true });

/** Opens the page of a handover and its void, and enters the reason. */
async function beginVoid(page: Page, { id }: { id: string }) {
  await page.goto(`/desk/cash/records/handover/${id}`);
  await expect(page.getByRole('heading', { name: 'Start of day' })).toBeVisible();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'Void this record' });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('Wrong driver');
  await expect(dialog).toContainText('Card machine POS 7 goes back to where it was before.');
  return dialog;
}

test('a wrong start of day is voided by both signers, its document shows VOID, and a second one is recorded', {
  tag: '@journeys',
}, async ({ browser, server: { owner }, shop, signedIn }) => {
  const machine = await addMachine(owner, shop.shop_id, { number: 'POS 7' });
  await giveCash(owner, shop.shop_id, shop.driver, BEFORE.driver);
  await giveCash(owner, shop.shop_id, shop.admin, BEFORE.admin);
  const page = await signedIn(shop.admin);
  const wrong = await startDay(page, owner, shop);
  expect(await cashOf(owner, shop)).toEqual(AFTER_START);
  expect(await machineHolder(owner, machine)).toBe(shop.driver.driver_id);

  const dialog = await beginVoid(page, wrong);
  await dialog.getByRole('button', { name: 'Void record' }).press('Enter');
  await expect(dialog.getByText('You sign here').first()).toBeVisible();
  await signByKeys(page, 'Your Signature', shop.admin.full_name);
  await drawSignature(page, 'The other signer signs here');
  await dialog.getByRole('button', { name: 'Void record' }).press('Enter');
  await expect(voided(page)).toContainText(/Wrong driver/);
  expect(await cashOf(owner, shop)).toEqual(BEFORE);
  expect(await machineHolder(owner, machine)).toBeNull();

  const reference = /VD-\d+/.exec((await voided(page).textContent()) ?? '')?.[0] ?? 'no reference';
  const second = await documentText(browser, voided(page).getByRole('button', { name: /^Void document/ }));
  for (const part of ['VOID', reference, wrong.handover_reference, 'Wrong driver', '200.00'])
    expect(second).toContain(part);
  const first = await documentText(browser, voided(page).getByRole('button', { name: /^Receipt/ }));
  expect(first).toContain(wrong.handover_reference);
  expect(first).not.toContain('VOID');

  await startDay(page, owner, shop);
  expect(await cashOf(owner, shop)).toEqual(AFTER_START);
  expect(await machineHolder(owner, machine)).toBe(shop.driver.driver_id);
  await expectVerified(owner, shop);
});

test('one signer requests the void of a wrong start of day, and the manager approves it on another device', {
  tag: '@journeys',
}, async ({ browser, otherPhone, server: { owner }, shop, signedIn }) => {
  const machine = await addMachine(owner, shop.shop_id, { number: 'POS 7' });
  await giveCash(owner, shop.shop_id, shop.driver, BEFORE.driver);
  await giveCash(owner, shop.shop_id, shop.admin, BEFORE.admin);
  const page = await signedIn(shop.admin);
  const wrong = await startDay(page, owner, shop);
  const dialog = await beginVoid(page, wrong);
  await dialog.getByRole('radio', { name: /request approval$/ }).press('Space');
  await drawSignature(page, 'Your Signature');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByText('Void requested', { exact: true })).toBeVisible();
  expect(await cashOf(owner, shop)).toEqual(AFTER_START);

  const manager = await otherPhone(shop.manager);
  await manager.goto('/desk/approvals');
  const details = await openRequest(manager, 'Void');
  await expect(details).toContainText('Wrong driver');
  await approve(details);
  // The admin's page follows without a reload.
  await expect(voided(page)).toContainText(shop.manager.full_name);
  expect(await cashOf(owner, shop)).toEqual(BEFORE);
  expect(await machineHolder(owner, machine)).toBeNull();
  const text = await documentText(browser, voided(page).getByRole('button', { name: /^Void document/ }));
  for (const part of ['VOID', wrong.handover_reference, 'once another Manager or Admin has approved it'])
    expect(text).toContain(part);
  await expectVerified(owner, shop);
});
