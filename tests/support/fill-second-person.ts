import type { TestApp } from './test-app.ts';
import { approvalsIn, ok } from './test-approvals.ts';
import { prepareEnd, prepareSettlement, prepareStart, prepareVoid, sendCommand } from './test-handover.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

/**
 * Adds rows of both drivers, who have more than 1,000 fils each, to the tables of approvals, ceilings,
 * differences, settlements, proposals and voids.
 */
export async function fillSecondPerson(app: TestApp, shop: TestShop): Promise<void> {
  for (const driver of [shop.driver, shop.driver2]) {
    await settlePart(app, shop, driver);
    await voidStart(app, shop, driver);
    const approvals = approvalsIn(app, shop);
    const approval_id = await approvals.requestAdjustment(shop.admin, { of: driver, amount_fils: 100 });
    await ok(approvals.decide(shop.manager, approval_id));
    const person = { user_id: driver.user_id, ceiling_fils: 90_000 };
    await ok(approvals.post('/api/desk/cash-settings', shop.admin, { person }));
  }
}

/** Ends the driver's day with a shortage, of which the driver pays a part and the salary list gets one. */
async function settlePart(app: TestApp, shop: TestShop, driver: TestStaff): Promise<void> {
  const end = await prepareEnd(app, shop, { driver, amount_fils: 1_000, difference_choice: 'short_or_over' });
  const { id } = await ok<{ id: string }>(sendCommand(app, 'end', shop.admin, end));
  const booked = app.owner.selectFrom('cash_differences').select('id').where('handover_id', '=', id);
  const { id: difference_id } = await booked.executeTakeFirstOrThrow();
  const payment = await prepareSettlement(app, shop, { difference_id, from: driver });
  await ok(sendCommand(app, 'settlement', shop.manager, payment));
  const proposal = { difference_id, amount_fils: 500, reason: 'Agreed' };
  await ok(approvalsIn(app, shop).post('/api/desk/differences/salary', shop.manager, proposal));
}

async function voidStart(app: TestApp, shop: TestShop, driver: TestStaff): Promise<void> {
  const start = await prepareStart(app, shop, { driver, amount_fils: 1_000 });
  const { id } = await ok<{ id: string }>(sendCommand(app, 'start', shop.admin, start));
  const of = { record_type: 'handover', record_id: id, with: driver } as const;
  await ok(sendCommand(app, 'void', shop.admin, await prepareVoid(app, shop, of)));
}
