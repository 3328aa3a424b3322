import { collected, owedOrder, sendMatch, sendWaiver } from './owed-order.ts';
import type { TestApp } from './test-app.ts';
import { approvalsIn, ok } from './test-approvals.ts';
import { correctOwn, deliver, prepareCorrection, sendByManager } from './test-corrections.ts';
import { requestedExpense } from './test-expenses.ts';
import { prepareDrop, sendCommand } from './test-handover.ts';
import { addStaff, type TestShop } from './test-shop.ts';

/**
 * Adds to a filled book, of own drivers: payments after deliveries, decisions about references, a waiver, a
 * fuel expense, a refund to a customer, and corrections of three deliveries.
 */
export async function addPayments(app: TestApp, shop: TestShop): Promise<void> {
  const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Omar Owed', true);
  const { manager, admin } = shop;
  const approved = async (requested: Promise<{ approval_id: string | null }>, by = admin) => {
    const { approval_id } = await requested;
    await ok(approvalsIn(app, shop).decide(by, approval_id ?? ''));
  };
  const spent = async (...changes: Parameters<typeof requestedExpense>) => ({
    approval_id: await requestedExpense(...changes),
  });

  const first = { amount_fils: 2_500, reference: 'TR-1' };
  const waived = await owedOrder(app, shop, { cash_fils: 10_000, transfer: first }, driver);
  await collected(app, shop, driver, waived, { taken: { cash_fils: 1_500 } });
  const of_delivery = { source_id: waived.confirmation_id, tender: 'bank_transfer' as const, ...first };
  await ok(sendMatch(app, manager, { ...of_delivery, outcome: 'received' }));
  await approved(ok(sendWaiver(app, manager, { order_id: waived.id, amount_fils: 500 })));

  const owed = await owedOrder(app, shop, { cash_fils: 14_000 }, driver);
  const link = { amount_fils: 150, reference: 'PL-2' };
  const transfer = { amount_fils: 250, reference: 'TR-2' };
  const taken = { card_fils: 200, link, transfer };
  const { id: source_id } = await collected(app, shop, manager, owed, { driver, taken });
  await ok(sendMatch(app, admin, { source_id, tender: 'payment_link', ...link, outcome: 'not_received' }));

  const excess = await owedOrder(app, shop, { cash_fils: 14_200 }, driver);
  const pending = {
    link: { amount_fils: 100, reference: 'PL-3' },
    transfer: { amount_fils: 300, reference: 'TR-3' },
  };
  await collected(app, shop, driver, excess, { taken: pending });
  const refund = { kind: 'customer_refund', order_id: excess.id, amount_fils: 90 };
  await approved(spent(app, shop, { by: driver, kind: 'fuel', amount_fils: 320, note: 'Full tank' }));
  await approved(spent(app, shop, { by: manager, ...refund }));
  await addCorrections(app, shop, approved);
}

type Approved = (requested: Promise<{ approval_id: string | null }>) => Promise<void>;

/**
 * Adds a delivery by card that two own corrections change to cash and references; one whose cash was lowered
 * with an approval and would be again by a pending request; and one that a Manager and then the driver
 * corrected after cash was handed in.
 */
async function addCorrections(app: TestApp, shop: TestShop, approved: Approved): Promise<void> {
  const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Carim Corrected', true);
  const { manager, admin } = shop;
  const own = await deliver(app, shop, { by: driver, due_amount_fils: 12_026, tender: 'card_machine' });
  const references = {
    link: { amount_fils: 3_000, reference: 'PL-5' },
    transfer: { amount_fils: 4_000, reference: 'TR-5' },
  };
  await correctOwn(app, shop, own, { cash_fils: 5_000, ...references });
  const rounded = { rounding_fils: 1, short_reason: null, photo: true };
  await correctOwn(app, shop, own, { number: 2, cash_fils: 5_025, ...references, ...rounded });

  const lowered = await deliver(app, shop, { by: driver, due_amount_fils: 13_000 });
  await approved(correctOwn(app, shop, lowered, { cash_fils: 12_500, photo: true }));
  await correctOwn(app, shop, lowered, { number: 2, cash_fils: 12_000, link: references.link });

  const handed_in = await deliver(app, shop, { by: driver, due_amount_fils: 11_000 });
  await ok(sendCommand(app, 'drop', admin, await prepareDrop(app, shop, { driver, amount_fils: 1_000 })));
  const facts = await prepareCorrection(app, shop, manager, handed_in, { cash_fils: 10_400 });
  await ok(sendByManager(app, manager, facts));
  await approved(correctOwn(app, shop, handed_in, { number: 2, cash_fils: 10_700 }));
}
