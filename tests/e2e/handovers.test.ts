import type { Page } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import { addPerson, giveCash } from '../support/e2e-cash.ts';
import {
  amountField,
  completeButton,
  fillHandover,
  handoversOf,
  inkOf,
  openHandover,
  storedBytes,
  unknownNotice,
} from '../support/e2e-handovers.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { expectToasts, pressAtOnce } from '../support/e2e-screens.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { TABLET } from '../support/e2e-viewports.ts';
import { build } from '../support/query-builder.ts';

test.use({ viewport: TABLET, isMobile: false });

const FAILED: [string, string] = ['Error', 'Failed to complete handover'];
const done = (amount: string): [string, string] => [
  'Handover Complete',
  `Successfully processed handover for AED ${amount}`,
];
const COMMANDS = '**/api/handovers/{start,end}';
const UPLOADS = '**/storage/v1/object/cash-handovers/**';

test("a driver's day: cash and a card machine are handed out with both signatures and come back short, with receipts", async ({
  browser,
  context,
  server,
  shop,
  signedIn,
}) => {
  const { owner } = server;
  const machine = { shop_id: shop.shop_id, id: newId(), number: 'POS 7' };
  await build(owner).insertInto('card_machines').values(machine).execute();
  const holder = async () => {
    const row = build(owner)
      .selectFrom('card_machines')
      .select('holder_driver_id')
      .where('id', '=', machine.id);
    return (await row.executeTakeFirstOrThrow()).holder_driver_id;
  };
  const receiptOf = async (file_id: string | null) =>
    (await readPdf(browser, await storedBytes(server.data_dir, owner, file_id ?? ''))).text;
  await giveCash(owner, shop.shop_id, shop.admin, 100_000);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await expect(page.getByText('Distribute cash and card machines to drivers')).toBeVisible();
  await page.getByLabel('Card machine given to driver').check();
  // The only driver is preselected.
  await expect(page.getByRole('main')).toContainText('Card machine: POS 7');
  await fillHandover(page, shop.driver.full_name, '200.50');
  await completeButton(page).click();
  await expectToasts(page, done('200.50'));

  const { handovers, movements } = await handoversOf(owner, shop.shop_id);
  expect(handovers).toMatchObject([{ handover_type: 'start', card_machine_given: true }]);
  expect(movements).toMatchObject([
    { from_user_id: shop.admin.user_id, to_user_id: shop.driver.user_id, amount_fils: 20_050 },
  ]);
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(20_050);
  expect(await balanceOf(owner, shop.shop_id, shop.admin.user_id)).toBe(79_950);
  expect(await holder()).toBe(shop.driver.driver_id);

  const [start] = handovers;
  if (!start?.driver_signature_file_id) throw new Error('No files pinned');
  for (const file_id of [start.driver_signature_file_id, start.admin_signature_file_id]) {
    const ink = await inkOf(page, await storedBytes(server.data_dir, owner, file_id ?? ''));
    expect(ink.dark).toBeGreaterThan(100);
    expect(ink.corner).toEqual([255, 255, 255, 255]);
  }
  const receipt = await receiptOf(start.receipt_file_id);
  for (const text of [
    'Start Of Day Handover Receipt',
    start.handover_reference,
    shop.driver.full_name,
    shop.admin.full_name,
    '200.50',
    'Yes, POS 7',
  ])
    expect(receipt).toContain(text);

  const opened = context.waitForEvent('page');
  const file = context.waitForEvent('response', (response) =>
    (response.headers()['content-type'] ?? '').startsWith('application/pdf'),
  );
  await page.getByRole('button', { name: 'Open receipt', exact: true }).click();
  const tab = await opened;
  expect((await file).status()).toBe(200);
  await tab.close();
  await expect(page.getByLabel('Driver', { exact: true })).toHaveValue('');
  await expect(amountField(page)).toHaveValue('');
  await expect(page.getByText(start.handover_reference)).toBeVisible();
  await expect(page.getByText('All card machines are out.')).toBeVisible();

  await openHandover(page, 'end');
  await expect(page.getByText('Collect cash and review daily performance')).toBeVisible();
  await page.getByLabel('Driver', { exact: true }).selectOption({ label: shop.driver.full_name });
  await expect(page.getByText('Out with this driver: POS 7')).toBeVisible();
  await page.getByLabel('Card machine received from driver').check();
  await fillHandover(page, shop.driver.full_name, '195.50');
  await expect(page.getByLabel('Estimated Receivables (AED)')).toHaveValue('200.50');
  await expect(page.getByText('short by AED 5.00')).toBeVisible();
  await completeButton(page).click();
  await expectToasts(page, done('195.50'));

  const [, end] = (await handoversOf(owner, shop.shop_id)).handovers;
  expect(end).toMatchObject({ amount_fils: 19_550, difference_fils: -500, card_machine_received: true });
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(500);
  expect(await holder()).toBeNull();
  const second = await receiptOf(end?.receipt_file_id ?? null);
  for (const text of ['End Of Day Handover Receipt', 'short by AED 5.00']) expect(second).toContain(text);

  await page.getByRole('button', { name: /^View EOD-/ }).click();
  const view = page.getByRole('dialog', { name: 'End Of Day Handover' });
  await expect(view).toContainText(shop.driver.full_name);
  await expect(view).toContainText('Yes, POS 7');
  await page.emulateMedia({ media: 'print' });
  await expect(view).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Driver Dashboard' })).toBeHidden();
  await expect(view.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('goods still with the driver: one returned, one kept overnight and one missing, on the receipt and at the desk', async ({
  browser,
  context,
  server,
  shop,
  signedIn,
}) => {
  const { owner } = server;
  const customer = { first_name: 'ليلى', last_name: 'حداد' };
  const orders = {
    returned: await shop.addOrder({ status: 'dispatched' }),
    kept: await shop.addOrder({ status: 'dispatched', customer }),
    missing: await shop.addOrder({ status: 'dispatched' }),
  };
  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  await page.getByLabel('Driver', { exact: true }).selectOption({ label: shop.driver.full_name });
  const list = page.getByRole('region', { name: 'Goods still with the driver' });
  await expect(list.getByText('Never tried')).toHaveCount(3);
  await fillHandover(page, shop.driver.full_name, '0');
  await completeButton(page).click();
  await expect(list.getByText('Choose what happened to these goods')).toBeVisible();

  const decisions = { returned: 'Returned', kept: 'Kept overnight', missing: 'Missing' } as const;
  for (const [outcome, name] of Object.entries(decisions)) {
    const { order_number } = orders[outcome as keyof typeof orders];
    const choice = list.getByRole('group', { name: `Goods of order #${order_number}` });
    await choice.getByRole('radio', { name, exact: true }).check();
  }
  await fillHandover(page, shop.driver.full_name, '0');
  await completeButton(page).click();
  await expectToasts(page, done('0.00'));
  const [handover] = (await handoversOf(owner, shop.shop_id)).handovers;
  const decided = await build(owner)
    .selectFrom('goods_decisions as g')
    .innerJoin('orders as o', 'o.id', 'g.order_id')
    .select(['g.order_id', 'g.outcome', 'g.responsible_user_id', 'o.status'])
    .where('g.handover_id', '=', handover?.id ?? '')
    .orderBy('g.outcome')
    .execute();
  const { user_id } = shop.driver;
  expect(decided).toEqual([
    { order_id: orders.kept.id, outcome: 'kept', responsible_user_id: null, status: 'dispatched' },
    { order_id: orders.missing.id, outcome: 'missing', responsible_user_id: user_id, status: 'dispatched' },
    { order_id: orders.returned.id, outcome: 'returned', responsible_user_id: null, status: 'packed' },
  ]);

  const opened = context.waitForEvent('page');
  const file = context.waitForEvent('response', (response) =>
    (response.headers()['content-type'] ?? '').startsWith('application/pdf'),
  );
  await page.getByRole('button', { name: 'Open receipt', exact: true }).click();
  expect((await file).status()).toBe(200);
  await (await opened).close();
  const bytes = await storedBytes(server.data_dir, owner, handover?.receipt_file_id ?? '');
  const receipt = (await readPdf(browser, bytes)).text;
  for (const text of [
    'Goods that were still with the driver',
    ...Object.values(orders).map(({ order_number }) => `#${order_number}`),
    'ليلى حداد',
    'Returned',
    'Kept overnight',
    'Missing',
    `Responsible: ${shop.driver.full_name}`,
  ])
    expect(receipt).toContain(text);

  await page.goto(`/desk/cash/records/handover/${handover?.id}`);
  const recorded = page.getByRole('region', { name: 'Goods that were still with the driver' });
  const row = recorded.getByRole('row').filter({ hasText: `#${orders.missing.order_number}` });
  await expect(row).toContainText('Missing');
  await expect(row).toContainText(`Responsible: ${shop.driver.full_name}`);
});

test('a failed upload keeps the input, a lost response makes it read-only, both across a reload; the handover is recorded once', {
  tag: '@journeys',
}, async ({ server, shop, signedIn }) => {
  await giveCash(server.owner, shop.shop_id, shop.driver, 10_000);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  await fillHandover(page, shop.driver.full_name, '100');
  const commands = commandIdsOf(page);
  await page.route(UPLOADS, (route) => route.abort('connectionreset'));
  await completeButton(page).click();
  await expectToasts(page, FAILED);
  await expect(page.getByText('This handover is not recorded yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This handover is not recorded yet')).toBeVisible();
  await expect(amountField(page)).toHaveValue('100.00');
  await expect(page.getByRole('img', { name: /^Driver Signature of/ })).toBeVisible();
  expect((await handoversOf(server.owner, shop.shop_id)).handovers).toEqual([]);

  await page.unroute(UPLOADS);
  await page.route(COMMANDS, async (route) => {
    await route.fetch();
    // The reload may already have ended this request.
    await route.abort('connectionreset').catch(() => undefined);
  });
  await completeButton(page).click();
  await expect(unknownNotice(page)).toBeVisible();
  await expect(amountField(page)).toBeDisabled();
  await page.reload();
  await expect(unknownNotice(page)).toBeVisible();
  await expect(amountField(page)).toHaveValue('100.00');
  await expect(completeButton(page)).toHaveCount(0);

  // The command is sent again automatically, without a press.
  await page.unroute(COMMANDS);
  await expect(page.getByText(done('100.00')[1])).toBeVisible(UNTIL_RESENT);
  await expect(completeButton(page)).toBeEnabled();
  const { handovers, movements } = await handoversOf(server.owner, shop.shop_id);
  expect([handovers.length, movements.length, commands.size]).toEqual([1, 1, 1]);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(0);
});

test('two admins take the same cash concurrently: one succeeds, the other is shown the new balance and signs again', {
  tag: '@journeys',
}, async ({ otherPhone, server, shop, signedIn }) => {
  await giveCash(server.owner, shop.shop_id, shop.driver, 30_000);
  const other = await addPerson(server.owner, shop, {
    login: 'admin2',
    full_name: 'Badr Admin',
    role: 'Admin',
  });
  const pages = [await signedIn(shop.admin), await otherPhone(other)];
  for (const page of pages) {
    await openHandover(page, 'end');
    await fillHandover(page, shop.driver.full_name, '300');
  }
  await pressAtOnce(pages.map(completeButton));
  const refused = (page: Page) => page.getByRole('alert').filter({ hasText: 'it is AED 0.00 now' });
  const recorded = (page: Page) => page.getByText(done('300.00')[1]);
  for (const page of pages) await expect(refused(page).or(recorded(page))).toBeVisible();
  const losers = await Promise.all(pages.map((page) => refused(page).isVisible()));
  expect(losers.filter(Boolean)).toHaveLength(1);
  const second = pages[losers.indexOf(true)] as Page;
  await expectToasts(second, FAILED);
  await expect(second.getByLabel('Estimated Receivables (AED)')).toHaveValue('0.00');
  await expect(amountField(second)).toHaveValue('300');
  await expect(second.getByRole('img', { name: 'Admin Signature, not signed' })).toBeVisible();
  const { handovers, movements } = await handoversOf(server.owner, shop.shop_id);
  expect([handovers.length, movements.length]).toEqual([1, 1]);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(0);
});

/** Collects the ids of all handover commands that this page sends from now on. */
function commandIdsOf(page: Page): Set<string> {
  const ids = new Set<string>();
  page.on('request', (request) => {
    const id = request.headers()['idempotency-key'];
    if (id) ids.add(id);
  });
  return ids;
}
