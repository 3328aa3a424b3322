import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import { bookedBy, listedDifferences, ok, recordEnd } from '../../tests/support/test-differences.ts';
import { adjust, prepareSettlement, prepareVoid, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const list = () => listedDifferences(app, shop.manager);
const NOTHING = { open: [], settled: [], undecided: [] };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function pay(difference_id: string, amount_fils: number) {
  const payment = await prepareSettlement(app, shop, { difference_id, amount_fils });
  return ok<{ id: string }>(sendCommand(app, 'settlement', shop.manager, payment));
}

describe('the list of differences', () => {
  it('shows the open accounts of everyone, oldest first, with their ends of day', async () => {
    await adjust(app, shop, shop.driver, 10_000);
    const occurred_at = minutesAgo(5);
    const second = await recordEnd(app, shop, { amount_fils: 9_000 });
    const first = await recordEnd(app, shop, { driver: shop.driver2, amount_fils: 500, occurred_at });
    const { open, settled, undecided } = await list();
    expect([settled, undecided]).toEqual([[], []]);
    expect(open).toMatchObject([
      {
        ...{ user_id: shop.driver2.user_id, full_name: 'Dina Driver', disabled: false, is_own: false },
        ...{ handover_id: first.id, handover_reference: first.handover_reference, since: occurred_at },
        ...{ account: 'over', amount_fils: 500, open_fils: 500, admin_name: 'Amal Admin' },
        ...{ settlements: [], proposed: null, requested_fils: null },
      },
      {
        ...{ user_id: shop.driver.user_id, handover_id: second.id, account: 'shortage' },
        ...{ amount_fils: 1_000, open_fils: 1_000 },
      },
    ]);
  });

  it('shows settled accounts for 31 days after their last settlement', async () => {
    await adjust(app, shop, shop.driver, 10_000);
    const difference_id = await bookedBy(app, shop, { amount_fils: 9_000 });
    await pay(difference_id, 1_000);
    expect((await list()).settled).toMatchObject([{ id: difference_id, open_fils: 0 }]);
    const recordedDaysAgo = (days: number) =>
      app.database.owner.query(
        `alter table cash_settlements disable trigger cash_settlements_append_only;
         update cash_settlements set recorded_at = now() - interval '${days} days' where shop_id = ${shop.shop_id};
         alter table cash_settlements enable trigger cash_settlements_append_only`,
      );
    await recordedDaysAgo(30);
    expect((await list()).settled).toHaveLength(1);
    await recordedDaysAgo(32);
    expect(await list()).toEqual(NOTHING);
  });

  it('keeps disabled people with their open and undecided differences', async () => {
    await adjust(app, shop, shop.driver, 10_000);
    await adjust(app, shop, shop.driver2, 10_000);
    await bookedBy(app, shop, { amount_fils: 9_000 });
    const device = testDevice();
    await sendReport(app, shop.driver2, device.report());
    await sendReport(app, shop.driver2, device.report({ open: [openOf(device.make(shop.driver2))] }));
    await recordEnd(app, shop, { driver: shop.driver2, amount_fils: 8_000 });
    for (const { user_id: staff_id } of [shop.driver, shop.driver2]) {
      const headers = { 'idempotency-key': newId() };
      const disabling = { as: shop.admin.session_id, body: { staff_id }, headers };
      await ok(app.send('POST', '/api/staff/disable', disabling));
    }
    expect(await list()).toMatchObject({
      open: [{ full_name: 'Dawood Driver', disabled: true, open_fils: 1_000 }],
      undecided: [{ full_name: 'Dina Driver', disabled: true, bookable_fils: 2_000, blockers: ['unsent'] }],
    });
  });

  it('omits voided ends of day', async () => {
    await adjust(app, shop, shop.driver, 10_000);
    const { id: record_id } = await recordEnd(app, shop, { amount_fils: 9_000 });
    expect((await list()).open).toHaveLength(1);
    const of = { record_type: 'handover', record_id, with: shop.driver } as const;
    await ok(sendCommand(app, 'void', shop.admin, await prepareVoid(app, shop, of)));
    expect(await list()).toEqual(NOTHING);
  });

  it('omits differences that the driver keeps, ends of day without one, and other shops', async () => {
    await adjust(app, shop, shop.driver, 10_000);
    await recordEnd(app, shop, { amount_fils: 9_000, difference_choice: 'kept' });
    await recordEnd(app, shop, { amount_fils: 1_000 });
    const other = await createTestShop(app.owner, 'Other Shop');
    await adjust(app, other, other.driver, 10_000);
    await recordEnd(app, other, { amount_fils: 9_000 });
    expect(await list()).toEqual(NOTHING);
    expect((await listedDifferences(app, other.admin)).open).toHaveLength(1);
  });

  it('is not accessible without a role of the desk', async () => {
    for (const person of [shop.driver, shop.stranger]) {
      const response = await app.send('GET', '/api/desk/differences', { as: person.session_id });
      expect(response.status).toBe(403);
    }
  });
});
