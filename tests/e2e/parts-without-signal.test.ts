import { newId } from '../../contract/rules/ids.ts';
import { untilAppStored } from '../support/e2e-app-worker.ts';
import { accessToken } from '../support/e2e-device.ts';
import { startKilledPhone } from '../support/e2e-killed-phone.ts';
import { balanceOf, recordsOf } from '../support/e2e-records.ts';
import {
  cashCard,
  confirmButton,
  documentsLoaded,
  fillDelivery,
  fillSignIn,
  SAVED_OFFLINE,
} from '../support/e2e-screens.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expectBooksVerified, notEverythingTaken, openOf } from '../support/e2e-takings.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { startNetworkGate } from '../support/network-gate.ts';
import { build } from '../support/query-builder.ts';
import { deliverTaken, setParts } from '../support/taken-delivery.ts';
import { makeTemporaryDirectory } from '../support/temporary-directory.ts';
import { sendingTo } from '../upgrades/business-day.ts';

/** AED 60.00 for three items, less a discount of AED 6.00. */
const THREE_ITEMS = {
  lines: [
    { qty: 1, unit_price_fils: 3_000 },
    { qty: 2, unit_price_fils: 1_500 },
  ],
  discount_fils: 600,
};
/** The effects of the day on the driver's cash, in fils. */
const SHORT_FILS = 14_000;
const PART_FILS = 4_050;
const COLLECTED_FILS = 500;
const EXPENSE_FILS = 2_000;

test('a part delivery, its correction, a payment and an expense without signal in a browser that is killed are recorded once, in order', {
  tag: '@journeys',
}, async ({ photo, shop, server: { url, owner } }) => {
  test.slow();
  const app = sendingTo(url);
  const signedIn = async (name: 'driver' | 'manager') => ({
    ...shop[name],
    session_id: await accessToken(url, shop[name]),
  });
  const owed = await shop.addOrder({ due_amount_fils: 14_500, minutes_ago: 90 });
  await deliverTaken(app, shop, await signedIn('driver'), owed, {
    taken: { cash_fils: SHORT_FILS },
    short_reason: 'No more cash',
  });
  const order = await setParts(owner, shop, await shop.addOrder(), THREE_ITEMS);
  const gate = await startNetworkGate();
  gate.lead(url);
  const profile = await makeTemporaryDirectory();
  const start = () => startKilledPhone({ profile_dir: profile.path, gate, ahead_ms: 0 });
  let phone = await start();
  const open = (path: string) => phone.page.goto(`${gate.url}/dashboard/${path}`);
  /** Kills the browser, and opens a screen without signal. */
  const reopen = async (path: string) => {
    await phone.kill();
    phone = await start();
    await open(path);
    return phone.page;
  };

  await test.step('the app and the amount owed are stored on the device', async () => {
    const { page } = phone;
    await phone.setSignal(true);
    await page.goto(`${gate.url}/login`);
    await fillSignIn(page, shop.driver.email, PASSWORD);
    await page.waitForURL('**/dashboard/profile');
    await open('assigned-orders');
    await expect(page.getByText('Owed at the door: 1 order')).toBeVisible();
    await open('next-order');
    await documentsLoaded(page);
    await untilAppStored(page);
    await phone.setSignal(false);
  });

  await test.step('one of three items is refused, and the rest is recorded by card', async () => {
    const { page } = phone;
    await notEverythingTaken(page).click();
    const sheet = page.getByRole('dialog', { name: 'Not everything taken' });
    await sheet
      .getByRole('group', { name: 'Handed over: Goods 2' })
      .getByRole('button', { name: 'One less' })
      .click();
    await sheet.getByRole('radio', { name: 'Damaged' }).check();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Card machine').check();
    await fillDelivery(page, photo, { customer_name: 'Wrong Name' });
    await confirmButton(page).click();
    await expect(page.getByText(SAVED_OFFLINE).first()).toBeVisible();
  });

  await test.step('after a restart, the unsent delivery is corrected to cash and another name', async () => {
    const page = await reopen('history');
    const unsent = page.getByRole('region', { name: 'Not sent yet' });
    await unsent.getByRole('button', { name: `Correct delivery #${order.order_number}` }).click();
    const dialog = page.getByRole('dialog', { name: `Correct delivery #${order.order_number}` });
    await dialog.getByLabel('By card machine (AED)').fill('');
    await dialog.getByLabel('Cash taken (AED)').fill('40.50');
    await dialog.getByLabel('Received by').fill('Layla Haddad');
    await expect(dialog).toContainText('Your cash on hand increases by AED 40.50.');
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(unsent).toContainText('The correction is sent after it');
  });

  await test.step('after a restart, the amount owed is collected, and an expense is recorded', async () => {
    const page = await reopen('owed');
    await page.getByRole('button', { name: `Collect from order #${owed.order_number}` }).click();
    const payment = page.getByRole('dialog', { name: 'Collect what is owed' });
    await payment.getByRole('button', { name: 'Record payment' }).click();
    await expect(page.getByText('AED 5.00 collected, waiting to be sent')).toBeVisible();
    await open('expenses');
    await page.getByRole('button', { name: 'Record an expense' }).click();
    const expense = page.getByRole('dialog', { name: 'Record an expense' });
    await expense.getByLabel('Kind').selectOption('Parking');
    await expense.getByLabel('Amount (AED)').fill('20');
    await expense
      .getByLabel('Choose file')
      .setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(expense.getByRole('img', { name: 'The slip' })).toBeVisible();
    await expense.getByRole('button', { name: 'Record expense' }).click();
    await expect(page.getByRole('list', { name: 'On this device' })).toContainText('AED 20.00');
  });

  const of_shop = ['shop_id', '=', shop.shop_id] as const;
  const audit = build(owner)
    .selectFrom('audit_events')
    .select('what')
    .where('shop_id', '=', shop.shop_id)
    .where('user_id', '=', shop.driver.user_id)
    .orderBy('recorded_at');
  const recorded = async () => (await audit.execute()).map(({ what }) => what);
  const before = await recorded();

  await test.step('after a restart with signal, everything is recorded once, in order', async () => {
    await reopen('profile');
    await phone.setSignal(true);
    await expect
      .poll(async () => (await recorded()).slice(before.length), UNTIL_RESENT)
      .toEqual(['deliver_as_taken', 'correct_delivery', 'collect_owed', 'request_expense']);
    const { confirmations, order: delivered } = await recordsOf(owner, shop.shop_id, order.id);
    expect(confirmations).toMatchObject([
      { customer_name: 'Wrong Name', tender: 'card_machine', collected_fils: PART_FILS, cash_fils: 0 },
    ]);
    expect(delivered).toMatchObject({ status: 'completed', payment_status: 'paid' });
    expect(
      await build(owner)
        .selectFrom('delivery_corrections')
        .selectAll()
        .where(...of_shop)
        .execute(),
    ).toMatchObject([
      { order_id: order.id, number: 1, customer_name: 'Layla Haddad', tender: 'cash', cash_fils: PART_FILS },
    ]);
    expect(
      await build(owner)
        .selectFrom('order_payments')
        .selectAll()
        .where(...of_shop)
        .execute(),
    ).toMatchObject([{ order_id: owed.id, cash_fils: COLLECTED_FILS }]);
    expect(await openOf(owner, shop, owed.id)).toMatchObject({ owed_fils: 0 });
  });

  await test.step('the shown cash equals the book, before and after the expense is approved', async () => {
    const { page } = phone;
    const cash_fils = SHORT_FILS + PART_FILS + COLLECTED_FILS;
    const booked = () => balanceOf(owner, shop.shop_id, shop.driver.user_id);
    expect(await booked()).toBe(cash_fils);
    await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 185\.50/);
    await expect(cashCard(page)).not.toContainText('waiting to be posted');
    const pending = await build(owner)
      .selectFrom('approvals')
      .selectAll()
      .where(...of_shop)
      .execute();
    expect(pending).toMatchObject([{ kind: 'expense', amount_fils: EXPENSE_FILS }]);
    const { status } = await app.send('POST', '/api/desk/approvals/decide', {
      as: (await signedIn('manager')).session_id,
      body: { approval_id: pending[0]?.id, outcome: 'approved', reason: null },
      headers: { 'idempotency-key': newId() },
    });
    expect(status).toBe(200);
    expect(await booked()).toBe(cash_fils - EXPENSE_FILS);
    await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 165\.50/);
  });

  await phone.kill();
  await gate.close();
  await profile.remove();
  await expectBooksVerified(owner, shop);
});
