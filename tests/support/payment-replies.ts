import { expect } from 'vitest';
import { collected, owedOrder, sendMatch, sendWaiver } from './owed-order.ts';
import { addTakings } from './taken-book.ts';
import type { TestApp } from './test-app.ts';
import { deliver, prepareCorrection, sendByManager, sendOwn } from './test-corrections.ts';
import { requestedExpense } from './test-expenses.ts';
import type { TestShop } from './test-shop.ts';

/** Sends each command about parts, payments, corrections and expenses, so that its reply is stored. */
export async function storePaymentReplies(app: TestApp, shop: TestShop): Promise<void> {
  const { driver, manager } = shop;
  await addTakings(app, shop);
  const transfer = { amount_fils: 2_500, reference: 'TR-88' };
  const owed = await owedOrder(app, shop, { cash_fils: 10_000, transfer });
  await collected(app, shop, driver, owed, { taken: { cash_fils: 1_500 } });
  const match = { source_id: owed.confirmation_id, tender: 'bank_transfer' as const };
  await done(sendMatch(app, manager, { ...match, ...transfer, outcome: 'received' }));
  await done(sendWaiver(app, manager, { order_id: owed.id, amount_fils: 500 }));
  const own = await deliver(app, shop);
  await done(sendOwn(app, driver, await prepareCorrection(app, shop, driver, own, { cash_fils: 15_000 })));
  await done(sendOwn(app, driver, await prepareCorrection(app, shop, driver, own, { number: 2 })));
  const another = await deliver(app, shop);
  await done(sendByManager(app, manager, await prepareCorrection(app, shop, manager, another)));
  await requestedExpense(app, shop);
}

async function done(sent: Promise<Response>): Promise<void> {
  const response = await sent;
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 });
}
