import type { Page } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { accessToken } from '../support/e2e-device.ts';
import { chooseByKeys, press, typeInto } from '../support/e2e-keys.ts';
import {
  accountsInBook,
  approve,
  cashOf,
  expectVerified,
  openRequest,
} from '../support/e2e-second-person.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

/** Requests by keyboard that a person has this much less than recorded. */
async function requestLess(page: Page, full_name: string, amount: string): Promise<void> {
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Adjust cash' });
  await chooseByKeys(dialog.getByLabel('Person'), full_name);
  await dialog.getByRole('radio', { name: 'Less than recorded' }).press('Space');
  await typeInto(dialog.getByLabel('Difference (AED)'), amount);
  await typeInto(dialog.getByRole('textbox', { name: 'Reason' }), 'Counted again');
  await press(dialog.getByRole('button', { name: 'Request approval' }));
  await expect(dialog).toBeHidden();
}

test('an admin cannot approve their own request; the manager does, and both lists follow without a reload', {
  tag: '@journeys',
}, async ({ otherPhone, server: { owner, url }, shop, signedIn }) => {
  const { full_name } = shop.driver;
  await giveCash(owner, shop.shop_id, shop.driver, 10_000);
  const manager = await otherPhone(shop.manager);
  await manager.goto('/desk/approvals');
  await expect(manager.getByText('There are no requests yet')).toBeVisible();
  const page = await signedIn(shop.admin);
  await page.goto('/desk/approvals');
  await expect(page.getByText('There are no requests yet')).toBeVisible();
  await requestLess(page, full_name, '12.50');

  const own = await openRequest(page, 'Adjustment');
  await expect(own.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(own).toContainText('Another Manager or Admin approves this.');
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const approval_id = new URL(page.url()).pathname.split('/').at(-1);
  const refused = await fetch(`${url}/api/desk/approvals/decide`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken(url, shop.admin)}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    },
    body: JSON.stringify({ approval_id, outcome: 'approved', reason: null }),
  });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ code: 'own_request' });
  expect(await cashOf(owner, shop)).toMatchObject({ driver: 10_000 });

  const details = await openRequest(manager, 'Adjustment');
  await expect(details).toContainText(/AED 100\.00.*AED 87\.50/);
  await approve(details);
  await expect(own).toContainText(/Approved.*Mona Manager/);
  await expect(page.getByRole('table', { name: 'Decided' })).toContainText(full_name);
  expect(await accountsInBook(page, full_name)).toEqual(['87.50', '—', '—']);
  await expectVerified(owner, shop);
});
