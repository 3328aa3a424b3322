import type { Page } from '@playwright/test';
import { depositsOf, fillDeposit, giveCash, openBankDeposits } from '../support/e2e-cash.ts';
import { accessToken } from '../support/e2e-device.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { dismissToasts, expectToasts } from '../support/e2e-screens.ts';
import type { Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

const successful = (reference: string): [string, string] => [
  'Success',
  `Bank deposit recorded successfully as ${reference} and cash on hand updated`,
];

const record = (page: Page) => page.getByRole('button', { name: 'Record Deposit' });
const newDeposit = (page: Page) => page.getByRole('button', { name: 'New Deposit' }).click();
const cards = (page: Page) => page.getByRole('region', { name: /^Deposit BD-/ });

async function signedLink(url: string, person: Person, path: string): Promise<string> {
  const response = await fetch(`${url}/storage/v1/object/sign`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken(url, person)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ bucket: 'bank-deposits', path }),
  });
  return url + ((await response.json()) as { signed_url: string }).signed_url;
}

test('a deposit is recorded with cash, slip, signature and receipt, and appears in the list', async ({
  browser,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const { owner } = server;
  await giveCash(owner, shop.shop_id, shop.manager, 30_000);
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await expect(page.getByText('No bank deposits recorded yet')).toBeVisible();
  await newDeposit(page);
  await expect(page.getByRole('dialog', { name: 'Record Bank Deposit' })).toBeVisible();
  await fillDeposit(page, photo, { amount: '500', notes: '  Al Barsha branch  ' });
  await expect(page.getByText('This is AED 200.00 more than your cash on hand.')).toBeVisible();
  await record(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { deposits, movements } = await depositsOf(owner, shop.shop_id);
  const [deposit] = deposits;
  if (!deposit) throw new Error('Nothing was recorded');
  await expectToasts(page, successful(deposit.reference));

  const path = new RegExp(`^\\d{4}-\\d{2}/${shop.shop_id}/MonaManager/${deposit.reference}\\.pdf$`);
  expect(deposits).toMatchObject([
    {
      manager_id: shop.manager.user_id,
      amount_fils: 50_000,
      notes: 'Al Barsha branch',
      deposit_document_url: expect.stringMatching(path),
      invoice_image_url: null,
      manager_signature_url: null,
      signature_typed: false,
    },
  ]);
  expect(movements).toMatchObject([
    { from_user_id: shop.manager.user_id, to_holder: 'bank', amount_fils: 50_000 },
  ]);
  expect(await balanceOf(owner, shop.shop_id, shop.manager.user_id)).toBe(-20_000);

  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('AED 500.00');
  await expect(cards(page)).toContainText('Al Barsha branch');

  const link = await signedLink(server.url, shop.manager, deposit.deposit_document_url);
  const response = await fetch(link);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const { text, ink } = await readPdf(browser, Buffer.from(await response.arrayBuffer()));
  for (const part of [
    'Bank Deposit Receipt',
    deposit.reference,
    'AED 500.00',
    'Mona Manager',
    'Al Barsha branch',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('could not be loaded');
  expect(ink).toBeGreaterThan(50_000);

  const tampered = await fetch(`${link.slice(0, -3)}AAA`);
  expect(tampered.status).toBe(403);
  expect(await tampered.json()).toMatchObject({ code: 'link_expired' });
});

test('the document of a deposit opens in a tab, and its link expires with the session', {
  tag: '@journeys',
}, async ({ context, photo, server, shop, signedIn }) => {
  await giveCash(server.owner, shop.shop_id, shop.manager, 30_000);
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await newDeposit(page);
  await fillDeposit(page, photo, { amount: '300' });
  await record(page).click();
  await expect(cards(page)).toHaveCount(1);
  await dismissToasts(page);

  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'View Document' }).click();
  const document = await opened;
  await expect.poll(() => document.url()).toContain('/storage/v1/object/signed/');
  const link = document.url();
  expect((await fetch(link)).status).toBe(200);
  const revoked = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await revoked;
  const after = await fetch(link);
  expect(after.status).toBe(401);
  expect(await after.json()).toMatchObject({ code: 'not_signed_in' });
});
