import { expect, type Page } from '@playwright/test';
import {
  addPerson,
  confirmCollection,
  drawSignature,
  fillDeposit,
  giveCash,
  openCashHandovers,
} from '../e2e-cash.ts';
import { completeButton, fillHandover, openHandover } from '../e2e-handovers.ts';
import { dismissToasts, untilNoOverlay } from '../e2e-screens.ts';
import { expectMenuItemsWhole } from '../e2e-toasts.ts';
import { NARROW, TABLET } from '../e2e-viewports.ts';
import { build } from '../query-builder.ts';
import { addDevice, addMachine, answers } from './seeds.ts';
import { type Given, go, type State, shows, type Way } from './walk.ts';

type States = AsyncGenerator<State | string>;

const toastInDialog = (page: Page) => expect(page.getByRole('dialog').locator('[data-toast]')).toHaveCount(1);
const pads = (page: Page) => page.getByRole('img', { name: /Signature/ });

/** Collections, deposits and devices with missing commands, on a manager's phone. */
export const manager: Way = {
  name: 'a manager',
  as: 'manager',
  size: NARROW,
  at_twice: true,
  async *states(given) {
    yield* collections(given);
    yield* deposits(given);
  },
};

async function* collections({ page, server: { owner }, shop }: Given): States {
  const { shop_id } = shop;
  const full_name = `${'Maximilian-Alexander '.repeat(5)}von Hohenzollern`;
  const long = await addPerson(owner, shop, { login: 'b', full_name, role: 'Driver' });
  await giveCash(owner, shop_id, shop.driver, 14_500);
  await giveCash(owner, shop_id, shop.manager, 1_000_000_000);
  await giveCash(owner, shop_id, long, 999_999_999);
  await addDevice(owner, { shop_id, user: shop.driver, state: 'open', minutes: 60 });
  await openCashHandovers(page);
  const phones = page.getByRole('region', { name: 'Devices' });
  await expect(phones).toContainText('1 not arrived');
  yield 'cash handovers, with a device that misses a command';
  await page.getByRole('button', { name: /^Explain missing numbers/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened to them').fill('The phone fell into the sea');
  yield 'explaining a missing command';
  await dialog.getByRole('button', { name: 'Explain', exact: true }).click();
  await expect(phones).toHaveCount(0);
  await untilNoOverlay(page);
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(dialog).toBeVisible();
  yield { what: "a manager's menu", phone_only: true, atTwice: expectMenuItemsWhole };
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);

  await page.getByRole('button', { name: 'Collect Cash from Dawood Driver' }).click();
  await page.getByRole('button', { name: 'Continue to Signatures' }).click();
  await toastInDialog(page);
  yield 'a collection: rejected amount';
  await dismissToasts(page);
  await page.getByLabel('Amount to Collect (AED)').fill('145');
  await page.getByRole('button', { name: 'Continue to Signatures' }).click();
  await expect(pads(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Review & Confirm' }).click();
  await toastInDialog(page);
  yield 'a collection: missing signatures';
  await dismissToasts(page);
  await drawSignature(page, 'Manager Signature');
  await drawSignature(page, 'Staff Member Signature');
  await page.getByRole('button', { name: 'Review & Confirm' }).click();
  await shows(page, 'Both signatures have been captured.');
  await page.route('**/api/collections', answers('invalid_input'));
  await confirmCollection(page).click();
  await expect(dialog.locator('[data-toast]').last()).toContainText('Collection Failed');
  yield 'a collection: failed confirmation';
  await page.unroute('**/api/collections');
}

async function* deposits({ page, photo }: Given): States {
  await page.goto('/dashboard/bank-deposits');
  await shows(page, 'No bank deposits recorded yet');
  yield 'no deposits';
  await page.getByRole('button', { name: 'New Deposit' }).click();
  const record = page.getByRole('button', { name: 'Record Deposit' });
  await record.click();
  await toastInDialog(page);
  yield 'a rejected empty deposit';
  await page.getByLabel('Deposit Amount (AED) *').fill('12.500');
  await shows(page, 'This can be read in two ways. Enter thousands as 12,500 and fils as 12.50.');
  yield 'a deposit with an unclear amount';
  await dismissToasts(page);
  await fillDeposit(page, photo, { amount: '75', notes: 'x'.repeat(300) });
  yield 'a filled deposit';
  await page.keyboard.press('Escape');
  await shows(page, 'Discard what you entered?');
  yield 'the confirmation before a form is discarded';
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await record.click();
  await expect(page.getByRole('region', { name: /^Deposit BD-/ })).toHaveCount(1);
  await untilNoOverlay(page);
  await dismissToasts(page);
  yield 'deposits';
  await go(page, '/dashboard/profile', 'Cash on Hand');
  yield "a manager's profile";
}

/** Start-of-day and end-of-day handovers, on the tablet on which they are signed. */
export const admin: Way = {
  name: 'an admin',
  as: 'admin',
  size: TABLET,
  async *states({ page, server: { owner }, shop }) {
    const { shop_id, driver, driver2 } = shop;
    await addMachine(owner, shop_id, { number: 'POS 1' });
    await addDevice(owner, { shop_id, user: driver2, state: 'open', minutes: 1 });
    await openHandover(page, 'start');
    yield* filling('start', page, driver.full_name);
    await completeButton(page).click();
    await page.getByRole('button', { name: /^View SOD-/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Yes, POS 1');
    yield "today's handover";
    await page.keyboard.press('Escape');
    await untilNoOverlay(page);
    await dismissToasts(page);
    await go(page, '/dashboard/end-of-day-handover', 'Estimated Receivables (AED)');
    await page.getByLabel('Driver', { exact: true }).selectOption({ label: driver2.full_name });
    await shows(page, '1 not yet sent, AED 145.00');
    yield 'an end of day with unsent commands';
    await page.getByLabel('Amount Received (AED)').fill('99999');
    await completeButton(page).click();
    await shows(page, 'Check this amount');
    await shows(page, 'Confirm the amount');
    yield 'an end of day with an unusual amount';
    await page.getByLabel('Amount Received (AED)').fill('0');
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    yield* filling('end', page, driver.full_name);
    await completeButton(page).click();
    await expect(page.getByRole('dialog')).toContainText('POS 1 stays out');
    yield 'the confirmation for a card machine';
    await page.getByRole('button', { name: 'Go back' }).click();
    await untilNoOverlay(page);
    await shop.addOrder({ driver: driver2 });
    await build(owner)
      .updateTable('drivers')
      .set({ status: 'delivering' })
      .where('shop_id', '=', shop_id)
      .where('user_id', '=', driver2.user_id)
      .execute();
    await openHandover(page, 'end');
    await fillHandover(page, `${driver2.full_name} · 1 order out`, '0');
    await shows(page, 'This driver is out');
    yield 'cash during the day, filled';
    await go(page, '/dashboard/profile', 'Cash on Hand');
    yield "an admin's profile";
  },
};

async function* filling(kind: 'start' | 'end', page: Page, full_name: string): States {
  await completeButton(page).click();
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  await expect(pads(page)).toHaveCount(2);
  yield `${kind} of day, rejected`;
  await dismissToasts(page);
  // The card machine is selected before signing, because the signatures cover this field.
  if (kind === 'start') await page.getByLabel('Card machine given to driver').check();
  await fillHandover(page, full_name, '0');
  yield `${kind} of day, filled`;
}
