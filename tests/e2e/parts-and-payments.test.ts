import { untilAppStored } from '../support/e2e-app-worker.ts';
import { startKilledPhone } from '../support/e2e-killed-phone.ts';
import { balanceOf, recordsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  documentsLoaded,
  fillDelivery,
  fillSignIn,
  openNextOrder,
  SAVED_OFFLINE,
  shownOrder,
} from '../support/e2e-screens.ts';
import { approve, openRequest } from '../support/e2e-second-person.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import {
  drawn,
  drawnDocument,
  expectBooksVerified,
  notEverythingTaken,
  openOf,
  otherPayment,
  storedNote,
} from '../support/e2e-takings.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { startNetworkGate } from '../support/network-gate.ts';
import { build } from '../support/query-builder.ts';
import { setParts } from '../support/taken-delivery.ts';
import { makeTemporaryDirectory } from '../support/temporary-directory.ts';

/** AED 60.00 for three items, less a discount of AED 6.00. */
const THREE_ITEMS = {
  lines: [
    { qty: 1, unit_price_fils: 3_000 },
    { qty: 2, unit_price_fils: 1_500 },
  ],
  discount_fils: 600,
};

test('one of three items is refused without signal in a browser that is killed, and comes back to the shop', {
  tag: '@journeys',
}, async ({ browser, otherPhone, photo, shop, server: { url, owner } }) => {
  test.slow();
  const order = await setParts(owner, shop, await shop.addOrder(), THREE_ITEMS);
  const gate = await startNetworkGate();
  gate.lead(url);
  const profile = await makeTemporaryDirectory();
  const start = () => startKilledPhone({ profile_dir: profile.path, gate, ahead_ms: 0 });
  let phone = await start();
  await phone.setSignal(true);
  await phone.page.goto(`${gate.url}/login`);
  await fillSignIn(phone.page, shop.driver.email, PASSWORD);
  await phone.page.waitForURL('**/dashboard/profile');
  await phone.page.goto(`${gate.url}/dashboard/next-order`);
  await documentsLoaded(phone.page);
  await untilAppStored(phone.page);
  await phone.setSignal(false);

  await notEverythingTaken(phone.page).click();
  const sheet = phone.page.getByRole('dialog', { name: 'Not everything taken' });
  await sheet
    .getByRole('group', { name: 'Handed over: Goods 2' })
    .getByRole('button', { name: 'One less' })
    .click();
  await sheet.getByRole('radio', { name: 'Damaged' }).check();
  const due = sheet.getByRole('row', { name: /^Amount due/ });
  await expect(due).toContainText(/54\.00.*40\.50/);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(phone.page.getByText(/1 × Goods 2 · Damaged/)).toBeVisible();
  await fillDelivery(phone.page, photo);
  await confirmButton(phone.page).click();
  await expect(phone.page.getByText(SAVED_OFFLINE).first()).toBeVisible();

  await phone.kill();
  phone = await start();
  await phone.page.goto(`${gate.url}/dashboard/next-order`);
  await expect(phone.page.getByText(SAVED_OFFLINE).first()).toBeVisible();
  await expect(shownOrder(phone.page, order.order_number)).toHaveCount(0);
  const read = () => recordsOf(owner, shop.shop_id, order.id);
  expect((await read()).confirmations).toEqual([]);
  await phone.setSignal(true);
  await expect.poll(async () => (await read()).order.status, UNTIL_RESENT).toBe('completed');
  await phone.kill();
  await gate.close();
  await profile.remove();

  const { confirmations, movements, order: completed } = await read();
  expect(confirmations).toMatchObject([
    { due_fils: 4_050, collected_fils: 4_050, cash_fils: 4_050, refund_fils: 0 },
  ]);
  expect(movements).toMatchObject([{ amount_fils: 4_050 }]);
  expect(completed.payment_status).toBe('paid');
  expect(await openOf(owner, shop, order.id)).toEqual({ owed_fils: 0, unmatched_fils: 0, refund_fils: 0 });
  const lines = build(owner)
    .selectFrom('delivery_lines')
    .select(['name', 'qty', 'handed_over', 'refused_because', 'amount_fils']);
  expect(await lines.where('order_id', '=', order.id).orderBy('position').execute()).toEqual([
    { name: 'Goods 1', qty: 1, handed_over: 1, refused_because: null, amount_fils: 2_700 },
    { name: 'Goods 2', qty: 2, handed_over: 1, refused_because: 'damaged', amount_fils: 1_350 },
  ]);
  const note = await storedNote(url, shop.driver, confirmations[0]?.customer_signature_url ?? '');
  const text = await drawn(browser, note);
  for (const part of ['Goods that the customer did not take', 'Goods 2', 'Damaged', '54.00', '40.50'])
    expect(text).toContain(part);

  const desk = await otherPhone(shop.admin);
  await desk.setViewportSize(DESKTOP);
  await desk.goto(`/desk/orders/${order.id}`);
  await expect(desk.getByRole('main')).toContainText('Damaged');
  await expectBooksVerified(owner, shop);
});

test('five dirhams are short at the door, stay owed at the desk, and are collected by the manager', {
  tag: '@journeys',
}, async ({ browser, otherPhone, photo, shop, signedIn, server: { url, owner } }) => {
  const order = await shop.addOrder({ due_amount_fils: 14_500 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await otherPayment(page).click();
  await page.getByLabel('Received', { exact: true }).fill('140');
  await expect(page.getByText('AED 5.00 stays owed on this order')).toBeVisible();
  await page.getByLabel('Why was less taken?').fill('The customer had no more cash');
  await fillDelivery(page, photo);
  await confirmButton(page).click();
  const read = () => recordsOf(owner, shop.shop_id, order.id);
  await expect.poll(async () => (await read()).order.status).toBe('completed');
  const short = await read();
  expect(short.confirmations).toMatchObject([
    { due_fils: 14_500, collected_fils: 14_000, short_reason: 'The customer had no more cash' },
  ]);
  expect(short.order.payment_status).toBe('pending');
  expect(await openOf(owner, shop, order.id)).toMatchObject({ owed_fils: 500 });
  const note = await storedNote(url, shop.driver, short.confirmations[0]?.customer_signature_url ?? '');
  const noted = await drawn(browser, note);
  for (const part of ['145.00', '140.00', 'Still owed by the customer', '5.00'])
    expect(noted).toContain(part);

  const desk = await otherPhone(shop.manager);
  await desk.setViewportSize(DESKTOP);
  await desk.goto(`/desk/payments/owed/${order.id}`);
  const details = desk.getByRole('complementary', { name: `Order #${order.order_number}` });
  await expect(details).toContainText('The customer had no more cash');
  await details.getByRole('button', { name: 'Collect' }).click();
  await desk.getByLabel('Amount (AED)').fill('5');
  await desk.getByRole('button', { name: 'Record payment' }).click();
  await expect.poll(async () => (await read()).order.payment_status).toBe('paid');
  expect(await openOf(owner, shop, order.id)).toEqual({ owed_fils: 0, unmatched_fils: 0, refund_fils: 0 });
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(14_000);
  expect(await balanceOf(owner, shop.shop_id, shop.manager.user_id)).toBe(500);
  const receipt = await drawnDocument(browser, desk.getByRole('button', { name: /^Open receipt/ }));
  for (const part of ['Payment Receipt', `#${order.order_number}`, '5.00']) expect(receipt).toContain(part);
  await desk.goto(`/desk/orders/${order.id}`);
  await expect(desk.getByRole('main')).toContainText('AED 5.00');
  await expectBooksVerified(owner, shop);
});

test('the wrong tender is corrected by the driver with an approval, and both documents are kept', {
  tag: '@journeys',
}, async ({ browser, otherPhone, photo, shop, signedIn, server: { owner } }) => {
  const order = await shop.addOrder({ due_amount_fils: 14_500 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await fillDelivery(page, photo);
  await confirmButton(page).click();
  const read = () => recordsOf(owner, shop.shop_id, order.id);
  await expect.poll(async () => (await read()).order.status).toBe('completed');
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(14_500);

  await page.goto('/dashboard/history');
  const today = page.getByRole('region', { name: /^Today/ });
  await today.getByRole('button', { name: `#${order.order_number}` }).click();
  await today.getByRole('button', { name: `Correct delivery #${order.order_number}` }).click();
  const dialog = page.getByRole('dialog', { name: `Correct delivery #${order.order_number}` });
  await dialog.getByLabel('Cash taken (AED)').fill('0');
  await dialog.getByLabel('By card machine (AED)').fill('145');
  await expect(dialog).toContainText('Your cash on hand decreases by AED 145.00.');
  await dialog.getByRole('button', { name: 'Request correction' }).click();
  const corrections = build(owner).selectFrom('delivery_corrections').selectAll();
  const recorded = () => corrections.where('order_id', '=', order.id).execute();
  const pending = build(owner).selectFrom('approvals').select('kind').where('shop_id', '=', shop.shop_id);
  await expect.poll(() => pending.execute()).toEqual([{ kind: 'correction' }]);
  expect(await recorded()).toEqual([]);

  const desk = await otherPhone(shop.manager);
  await desk.setViewportSize(DESKTOP);
  await desk.goto('/desk/approvals');
  await approve(await openRequest(desk, 'Correction'));
  await expect.poll(async () => (await recorded()).length).toBe(1);
  expect(await recorded()).toMatchObject([
    { number: 1, tender: 'card_machine', collected_fils: 14_500, cash_fils: 0, due_fils: 14_500 },
  ]);
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(0);
  expect((await read()).order.payment_status).toBe('paid');
  expect((await read()).confirmations).toMatchObject([{ tender: 'cash', cash_fils: 14_500 }]);

  await desk.goto(`/desk/orders/${order.id}`);
  const shown = desk.getByRole('list', { name: 'Corrections' });
  await expect(shown).toContainText('Card machine');
  const second = await drawnDocument(browser, shown.getByRole('button', { name: /document/i }));
  for (const part of ['Corrected Delivery', order.order_number, 'Card machine', '145.00'])
    expect(second).toContain(part);
  const first = await drawnDocument(browser, desk.getByRole('button', { name: /^Delivery note/ }));
  expect(first).toContain('Cash');
  await expectBooksVerified(owner, shop);
});
