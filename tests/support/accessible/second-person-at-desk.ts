import { expect } from '@playwright/test';
import { newId } from '../../../contract/rules/ids.ts';
import { sendingTo } from '../../upgrades/business-day.ts';
import { drawSignature, giveCash } from '../e2e-cash.ts';
import { accessToken } from '../e2e-device.ts';
import { dismissToasts, untilNoOverlay } from '../e2e-screens.ts';
import { openDifference, openRequest } from '../e2e-second-person.ts';
import { prepareEnd, sendCommand } from '../test-handover.ts';
import { type Given, go, leaveForm, type State } from './walk.ts';

/** Opens requests for approval and a shortage, and the dialogs that decide or settle them. */
export async function* secondPersonAtDesk(given: Given): AsyncGenerator<State | string> {
  const { page, shop } = given;
  await go(page, '/desk/approvals', 'There are no requests yet');
  await requestAndEndDay(given);
  const request = await openRequest(page, 'Adjustment');
  yield 'a request for approval';
  await request.getByRole('button', { name: 'Approve' }).click();
  yield 'the confirmation of an approval';
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('table', { name: 'Decided' })).toContainText('Approved');
  await untilNoOverlay(page);
  await dismissToasts(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByRole('dialog').locator('[data-toast]').first()).toBeVisible();
  yield 'a rejected adjustment';
  await leaveForm(page);

  await go(page, '/desk/differences', shop.driver2.full_name);
  const details = await openDifference(page, 'Open', shop.driver2.full_name);
  yield 'an open shortage';
  await details.getByRole('button', { name: /^Record payment/ }).click();
  await page.getByRole('dialog').getByLabel('Amount (AED)').fill('10');
  await drawSignature(page, "Payer's signature");
  yield 'a payment of a shortage being signed';
  await leaveForm(page);
  await details.getByRole('button', { name: /^Write off/ }).click();
  await page.getByRole('dialog').getByLabel('Amount (AED)').fill('5');
  yield 'a write-off being requested';
  await leaveForm(page);
}

/** Requests an adjustment of a driver's cash, and ends the day of the other one as short, as the admin. */
async function requestAndEndDay({ server: { owner, url }, shop }: Given): Promise<void> {
  const app = sendingTo(url);
  const admin = { ...shop.admin, session_id: await accessToken(url, shop.admin) };
  const driver = { ...shop.driver2, session_id: '' };
  await giveCash(owner, shop.shop_id, driver, 10_000);
  const end = { driver, amount_fils: 7_000, difference_choice: 'short_or_over' as const };
  const signing = { ...shop, admin, driver, manager: { ...shop.manager, session_id: '' } };
  const ended = await sendCommand(app, 'end', admin, await prepareEnd(app, signing, end));
  expect(ended.status, await ended.text()).toBe(200);
  const requested = await app.send('POST', '/api/desk/approvals/adjustments', {
    as: admin.session_id,
    body: { user_id: shop.driver.user_id, amount_fils: -1_000, reason: 'Counted again: AED 10.00 are torn' },
    headers: { 'idempotency-key': newId() },
  });
  expect(requested.status, await requested.text()).toBe(200);
}
