import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/e2e-axe.ts';
import { addPerson, giveCash } from '../support/e2e-cash.ts';
import {
  amountField,
  completeButton,
  fillHandover,
  handoversOf,
  inkOf,
  openHandover,
  signHandover,
  storedBytes,
  unknownNotice,
} from '../support/e2e-handovers.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { dismissToasts, expectToasts, signIn } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, TABLET } from '../support/e2e-viewports.ts';

test.use({ viewport: TABLET, isMobile: false });

const FAILED: [string, string] = ['Error', 'Failed to complete handover'];
const MISSING: [string, string] = [
  'Missing Information',
  'Please select driver, enter amount, and get both signatures',
];
const done = (amount: string): [string, string] => [
  'Handover Complete',
  `Successfully processed handover for AED ${amount}`,
];
const isCommand = '**/api/handovers/{start,end}';

test('a start of day: both balances move, signatures and receipt are stored, the receipt opens', async ({
  browser,
  context,
  server,
  shop,
  signedIn,
}) => {
  await giveCash(server.owner, shop.shop_id, shop.admin, 100_000);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await expect(page.getByText('Distribute cash and card machines to drivers')).toBeVisible();
  await fillHandover(page, shop.driver.full_name, '200.50');
  await completeButton(page).click();
  await expectToasts(page, done('200.50'));

  const { handovers, movements } = await handoversOf(server.owner, shop.shop_id);
  expect(handovers).toHaveLength(1);
  expect(movements).toMatchObject([
    { from_user_id: shop.admin.user_id, to_user_id: shop.driver.user_id, amount_fils: 20_050 },
  ]);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(20_050);
  expect(await balanceOf(server.owner, shop.shop_id, shop.admin.user_id)).toBe(79_950);

  const [handover] = handovers;
  if (!handover?.driver_signature_file_id || !handover.receipt_file_id) throw new Error('No files pinned');
  for (const file_id of [handover.driver_signature_file_id, handover.admin_signature_file_id]) {
    const ink = await inkOf(page, await storedBytes(server.data_dir, server.owner, file_id ?? ''));
    expect(ink.dark).toBeGreaterThan(100);
    expect(ink.corner).toEqual([255, 255, 255, 255]);
  }
  const bytes = await storedBytes(server.data_dir, server.owner, handover.receipt_file_id);
  const pdf = await readPdf(browser, bytes);
  for (const text of [
    'Start Of Day Handover Receipt',
    handover.handover_reference,
    shop.driver.full_name,
    shop.admin.full_name,
    '200.50',
  ])
    expect(pdf.text).toContain(text);

  const opened = context.waitForEvent('page');
  const file = context.waitForEvent('response', (response) =>
    (response.headers()['content-type'] ?? '').startsWith('application/pdf'),
  );
  await page.getByRole('button', { name: 'Open receipt', exact: true }).click();
  await opened;
  expect((await file).status()).toBe(200);
  await expect(page.getByLabel('Driver', { exact: true })).toHaveValue('');
  await expect(amountField(page)).toHaveValue('');
  await expect(page.getByText(handover.handover_reference)).toBeVisible();
});

test('an end of day: the shortage is said before signing, stored, and stays with the driver', async ({
  browser,
  server,
  shop,
  signedIn,
}) => {
  await giveCash(server.owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  await expect(page.getByText('Collect cash and review daily performance')).toBeVisible();
  await fillHandover(page, shop.driver.full_name, '140');
  await expect(page.getByLabel('Estimated Receivables (AED)')).toHaveValue('145.00');
  await expect(page.getByText('short by AED 5.00')).toBeVisible();
  await page.getByLabel('Card machine received from driver').check();
  await expect(page.getByText('The signatures were cleared because')).toBeVisible();
  await signHandover(page);
  await completeButton(page).click();
  await expectToasts(page, done('140.00'));

  const { handovers } = await handoversOf(server.owner, shop.shop_id);
  expect(handovers).toMatchObject([
    { amount_fils: 14_000, difference_fils: -500, card_machine_received: true },
  ]);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(500);
  const [handover] = handovers;
  const pdf = await readPdf(
    browser,
    await storedBytes(server.data_dir, server.owner, handover?.receipt_file_id ?? ''),
  );
  expect(pdf.text).toContain('End Of Day Handover Receipt');
  expect(pdf.text).toContain('short by AED 5.00');

  await page.getByRole('button', { name: /^View EOD-/ }).click();
  const view = page.getByRole('dialog', { name: 'End Of Day Handover' });
  await expect(view).toContainText(shop.driver.full_name);
  await page.emulateMedia({ media: 'print' });
  await expect(view).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Driver Dashboard' })).toBeHidden();
  await expect(view.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('what is missing is said, and a driver who went out meanwhile is refused with the form kept', async ({
  server,
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await completeButton(page).click();
  await expectToasts(page, MISSING);
  await dismissToasts(page);
  await fillHandover(page, shop.driver.full_name, '10000000.01');
  await completeButton(page).click();
  await expectToasts(page, ['Amount Too High', 'Amount cannot exceed AED 10,000,000.00']);
  await dismissToasts(page);

  await amountField(page).fill('50');
  await signHandover(page);
  await server.owner
    .updateTable('drivers')
    .set({ status: 'off_duty' })
    .where('shop_id', '=', shop.shop_id)
    .where('id', '=', shop.driver.driver_id ?? 0)
    .execute();
  await completeButton(page).click();
  await expectToasts(page, FAILED);
  await expect(page.getByRole('alert')).toContainText('is not available any more. Nothing was recorded.');
  await expect(amountField(page)).toHaveValue('50');
  expect(await handoversOf(server.owner, shop.shop_id)).toEqual({ handovers: [], movements: [] });
});

test('a failed upload keeps the work: pressing again sends the same command, once', async ({
  server,
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await fillHandover(page, shop.driver.full_name, '75');
  const commands = commandIdsOf(page);
  await page.route('**/storage/v1/object/cash-handovers/**', (route) => route.abort('connectionreset'));
  await completeButton(page).click();
  await expectToasts(page, FAILED);
  await expect(page.getByText('This handover is not recorded yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This handover is not recorded yet')).toBeVisible();
  await expect(amountField(page)).toHaveValue('75.00');
  await expect(page.getByRole('img', { name: /^Driver Signature of/ })).toBeVisible();
  expect((await handoversOf(server.owner, shop.shop_id)).handovers).toEqual([]);

  await page.unroute('**/storage/v1/object/cash-handovers/**');
  await completeButton(page).click();
  await expectToasts(page, done('75.00'));
  const { handovers, movements } = await handoversOf(server.owner, shop.shop_id);
  expect([handovers.length, movements.length, commands.size]).toEqual([1, 1, 1]);
});

test('the answer cut off after the commit: read-only, also after a reload, and recorded once', async ({
  server,
  shop,
  signedIn,
}) => {
  await giveCash(server.owner, shop.shop_id, shop.driver, 10_000);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  await fillHandover(page, shop.driver.full_name, '100');
  const commands = commandIdsOf(page);
  await page.route(isCommand, async (route) => {
    await route.fetch();
    // The reload may have ended this request already.
    await route.abort('connectionreset').catch(() => undefined);
  });
  await completeButton(page).click();
  await expect(unknownNotice(page)).toBeVisible();
  await expect(amountField(page)).toBeDisabled();
  await page.reload();
  await expect(unknownNotice(page)).toBeVisible();
  await expect(amountField(page)).toHaveValue('100.00');
  await expect(completeButton(page)).toHaveCount(0);

  // Sent again by itself, without anybody pressing.
  await page.unroute(isCommand);
  await expectToasts(page, done('100.00'));
  await expect(completeButton(page)).toBeEnabled();
  const { handovers, movements } = await handoversOf(server.owner, shop.shop_id);
  expect([handovers.length, movements.length, commands.size]).toEqual([1, 1, 1]);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(0);
});

test('two admins who take the same cash at once: one does, the other is shown the new balance and signs again', async ({
  browser,
  contextOptions,
  server,
  shop,
  signedIn,
}) => {
  await giveCash(server.owner, shop.shop_id, shop.driver, 30_000);
  const other = await addPerson(server.owner, shop, {
    login: 'admin2',
    full_name: 'Badr Admin',
    role: 'Admin',
  });
  const one = await signedIn(shop.admin);
  const context = await browser.newContext({ ...contextOptions, baseURL: server.url, viewport: TABLET });
  try {
    const two = await context.newPage();
    await signIn(two, other);
    for (const page of [one, two]) {
      await openHandover(page, 'end');
      await fillHandover(page, shop.driver.full_name, '300');
    }
    await Promise.all([one, two].map((page) => completeButton(page).dispatchEvent('click')));
    const second = await Promise.race(
      [one, two].map(async (page) => {
        await expect(page.getByRole('alert')).toContainText('it is AED 0.00 now');
        return page;
      }),
    );
    await expectToasts(second, FAILED);
    await expect(second.getByLabel('Estimated Receivables (AED)')).toHaveValue('0.00');
    await expect(amountField(second)).toHaveValue('300');
    await expect(second.getByRole('img', { name: 'Admin Signature, not signed' })).toBeVisible();
    await expectToasts(second === one ? two : one, done('300.00'));
    const { handovers, movements } = await handoversOf(server.owner, shop.shop_id);
    expect([handovers.length, movements.length]).toEqual([1, 1]);
    expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(0);
  } finally {
    await context.close();
  }
});

for (const kind of ['start', 'end'] as const) {
  test(`axe finds nothing on the ${kind} of day, empty and filled, light and dark`, async ({
    shop,
    signedIn,
  }) => {
    const page = await signedIn(shop.admin);
    await openHandover(page, kind);
    await expectAccessible(page, 'empty', [TABLET, DESKTOP]);
    await fillHandover(page, shop.driver.full_name, '12.50');
    await expectAccessible(page, 'filled', [TABLET, DESKTOP]);
  });
}

/** Every command id that this page sends handovers under, from now on. */
function commandIdsOf(page: Page): Set<string> {
  const ids = new Set<string>();
  page.on('request', (request) => {
    const id = request.headers()['idempotency-key'];
    if (id) ids.add(id);
  });
  return ids;
}
