import { drawSignature } from '../support/e2e-cash.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { expectToasts } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

test('a float leaves the safe and returns to it, with both signatures and a receipt', {
  tag: '@journeys',
}, async ({ browser, context, server: { owner }, shop, signedIn }) => {
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/floats');
  await expect(page.getByText('No floats yet')).toBeVisible();
  await page.keyboard.press('n');
  const record = page.getByRole('button', { name: 'Record Float' });
  await record.click();
  await expectToasts(page, ['Invalid Amount', 'Please enter a valid amount greater than 0']);
  // The only admin is preselected.
  await page.getByLabel('Amount (AED)').fill('300');
  await drawSignature(page, 'Admin Signature');
  await page.getByRole('button', { name: 'Type name instead' }).last().click();
  await page.getByLabel('Full name, as a signature').fill('Mona Manager');
  await record.click();
  const list = page.getByRole('table', { name: 'Floats' });
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list).toContainText('Safe to admin');
  expect(await balanceOf(owner, shop.shop_id, shop.admin.user_id)).toBe(30_000);

  await page.keyboard.press('n');
  await page.getByLabel('Admin to safe').check();
  await expect(page.getByText('Holds AED 300.00')).toBeVisible();
  await page.getByLabel('Amount (AED)').fill('300.01');
  await record.click();
  await expect(page.getByText('Enter at most AED 300.00')).toBeVisible();
  await page.getByLabel('Amount (AED)').fill('120');
  await drawSignature(page, 'Admin Signature');
  await drawSignature(page, 'Manager Signature');
  await record.click();
  await expect(list.getByRole('row')).toHaveCount(3);
  expect(await balanceOf(owner, shop.shop_id, shop.admin.user_id)).toBe(18_000);
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    list
      .getByRole('button', { name: /^View Document/ })
      .last()
      .click(),
  ]);
  await expect.poll(() => tab.url()).toMatch(/\/storage\//);
  const bytes = Buffer.from(await (await fetch(tab.url())).arrayBuffer());
  const { text, ink } = await readPdf(browser, bytes);
  for (const part of ['Float Receipt', 'Taken out of the safe', '300.00', 'signed by typed name'])
    expect(text).toContain(part);
  expect(ink).toBeGreaterThan(0);
});
