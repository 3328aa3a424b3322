import { expect } from '@playwright/test';
import { sendingTo } from '../../upgrades/business-day.ts';
import { accessToken } from '../e2e-device.ts';
import { deliverTaken, partOf, setParts } from '../taken-delivery.ts';
import { THREE_ITEMS } from './takings.ts';
import { type Given, go, leaveForm, type State, shows } from './walk.ts';

/** A part delivery with an amount owed and a payment to match, and the dialogs that settle or correct it. */
export async function* paymentsAtDesk(given: Given): AsyncGenerator<State | string> {
  const { page } = given;
  const { id, order_number } = await deliverPart(given);
  await go(page, '/desk/payments', 'Open payments');
  yield 'the amounts owed';
  await go(page, `/desk/payments/owed/${id}`, 'The customer had no more cash');
  yield 'an amount owed';
  await page.keyboard.press('p');
  const payment = page.getByRole('dialog', { name: 'Collect what is owed' });
  await payment.getByRole('radio', { name: 'Bank transfer' }).check();
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await shows(page, 'Enter the reference of the payment');
  yield 'a rejected payment of an amount owed';
  await leaveForm(page);
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog', { name: 'Waive an amount owed' })).toBeVisible();
  yield 'a waiver being requested';
  await leaveForm(page);
  await go(page, `/desk/payments/to_match/${id}`, 'AANI 7');
  yield 'a payment to match';
  await page.getByRole('button', { name: 'Not received' }).click();
  await expect(page.getByRole('dialog', { name: 'Was this payment not received?' })).toBeVisible();
  yield 'the confirmation of a payment that was not received';
  await leaveForm(page);
  await go(page, `/desk/orders/${id}`, 'Damaged');
  yield 'a part delivery';
  await page.getByRole('button', { name: 'Correct the delivery' }).click();
  const correction = page.getByRole('dialog', { name: `Correct delivery #${order_number}` });
  await correction.getByLabel('Cash taken (AED)').fill('45');
  await correction.getByRole('button', { name: 'Correct', exact: true }).click();
  await shows(page, 'Enter the reason of the correction');
  yield "a Manager's rejected correction";
  await leaveForm(page);
}

/** Delivers two of three items, with too little cash and a bank transfer. */
async function deliverPart({ server: { owner, url }, shop }: Given) {
  const driver = { ...shop.driver, session_id: await accessToken(url, shop.driver) };
  const order = await setParts(owner, shop, await shop.addOrder(), THREE_ITEMS);
  await deliverTaken(sendingTo(url), shop, driver, order, {
    part: partOf(order, [0, 1], 'damaged'),
    taken: { cash_fils: 2_000, transfer: { amount_fils: 1_500, reference: 'AANI 7' } },
    short_reason: 'The customer had no more cash',
  });
  return order;
}
