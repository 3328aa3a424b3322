import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FloatRecorded } from '../../contract/operations/dashboard/cash/record-float.schema.ts';
import type { Floats } from '../../contract/operations/desk/cash/list-floats.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  cashOnHand,
  issue,
  type Prepared,
  prepareFloat,
  problemOf,
  sendCommand,
  whileBroken,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const send = (prepared: Prepared<object>, by = shop.manager) => sendCommand(app, 'float', by, prepared);
const refused = async (prepared: Prepared<object>, by = shop.manager) => problemOf(await send(prepared, by));
async function done(prepared: Prepared<object>, by = shop.manager): Promise<FloatRecorded> {
  const response = await send(prepared, by);
  expect(response.status).toBe(200);
  return response.json();
}
const list = async (by = shop.manager, query = ''): Promise<Floats> =>
  (await app.send('GET', `/api/floats${query}`, { as: by.session_id })).json();
const disable = (who: TestStaff) =>
  app.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', who.user_id).execute();
const held = () => cashOnHand(app, shop.admin);

describe('a float', () => {
  it('stores the server’s time of recording, which voids compare with that of handovers', async () => {
    app.clock.now = new Date(Date.now() + 90_000);
    try {
      const { id } = await done(await prepareFloat(app, shop, { amount_fils: 30_000 }));
      const row = await app.owner
        .selectFrom('cash_floats')
        .select('recorded_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.recorded_at).toEqual(app.clock.now);
    } finally {
      app.clock.now = null;
    }
  });

  it('moves cash out of the safe and back, recorded by either signer, once however often it is sent', async () => {
    const out = await prepareFloat(app, shop, { amount_fils: 30_000 });
    const replies = await Promise.all([done(out), done(out), done(out)]);
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(replies[0]).toMatchObject({
      direction: 'issue',
      admin_id: shop.admin.user_id,
      admin_name: shop.admin.full_name,
      admin_total_fils: 30_000,
    });
    const back = await prepareFloat(app, shop, {
      by: shop.admin,
      with: shop.manager,
      direction: 'return',
      amount_fils: 12_000,
    });
    expect(await done(back, shop.admin)).toMatchObject({ admin_total_fils: 18_000 });
    expect(await held()).toBe(18_000);
    const listed = await list();
    expect(listed.floats).toMatchObject([
      { direction: 'return', amount_fils: 12_000, reference: back.input.reference },
      {
        direction: 'issue',
        amount_fils: 30_000,
        admin_name: shop.admin.full_name,
        manager_name: shop.manager.full_name,
        receipt: { bucket: 'cash-handovers', ...out.input.receipt },
      },
    ]);
    expect(listed.admins).toEqual([
      { user_id: shop.admin.user_id, full_name: shop.admin.full_name, held_fils: 18_000 },
    ]);
    expect(await list(shop.admin)).toEqual(listed);
    expect((await list(shop.manager, `?before=${listed.floats[0]?.id}`)).floats).toHaveLength(1);
    expect(await verifyCash(app.owner)).toEqual([]);
    expect(await verifyNamedFiles(app.owner)).toEqual([]);
  });

  it("cannot return more than the admin's balance, even if two returns are concurrent", async () => {
    await issue(app, shop, shop.admin, 10_000);
    const more = await prepareFloat(app, shop, { direction: 'return', amount_fils: 10_001 });
    expect(await (await send(more)).json()).toMatchObject({ code: 'amount_too_high', current_fils: 10_000 });
    const two = await Promise.all(
      [1, 2].map(() => prepareFloat(app, shop, { direction: 'return', amount_fils: 6_000 })),
    );
    const statuses = await Promise.all(two.map(async (one) => (await send(one)).status));
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await held()).toBe(4_000);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('requires an admin and a manager of this shop who can sign in', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const manager2 = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maha Manager', false);
    const named = (who: TestStaff) => prepareFloat(app, shop, { with_user_id: who.user_id });
    for (const who of [shop.driver, manager2, shop.manager, other.admin])
      expect(await refused(await named(who))).toEqual({ status: 404, code: 'not_found' });
    const by_admin = await prepareFloat(app, shop, { by: shop.admin, with: shop.driver });
    expect((await refused(by_admin, shop.admin)).code).toBe('not_found');
    const ready = await prepareFloat(app, shop);
    for (const other_user of [shop.driver, shop.stranger]) {
      expect((await refused(ready, other_user)).code).toBe('no_access');
      expect((await app.send('GET', '/api/floats', { as: other_user.session_id })).status).toBe(403);
    }
    await disable(shop.admin);
    expect(await refused(ready)).toEqual({ status: 409, code: 'staff_disabled' });
    expect((await list()).admins).toEqual([]);
    expect(await held()).toBe(0);
  });

  it('is refused with a used reference or command, other files or no amount, and writes nothing if it fails', async () => {
    const first = await prepareFloat(app, shop);
    await done(first);
    const again = { command_id: newId(), input: first.input };
    expect(await refused(again)).toEqual({ status: 409, code: 'reference_taken' });
    const other = { ...first, input: { ...first.input, amount_fils: 1 } };
    expect((await refused(other)).code).toBe('command_reused');
    const fresh = await prepareFloat(app, shop);
    const changed = (input: object) => refused({ command_id: newId(), input: { ...fresh.input, ...input } });
    expect((await changed({ amount_fils: 0 })).code).toBe('invalid_amount');
    expect((await changed({ reference: 'FL-1' })).code).toBe('invalid_input');
    expect((await changed({ receipt: first.input.receipt })).code).toBe('invalid_input');
    expect((await changed({ reference: 'FL-1600000000000' })).code).toBe('device_time_off');
    await whileBroken(app, 'cash_movements', async () => {
      expect(await refused(fresh)).toMatchObject({ status: 500 });
    });
    expect(await held()).toBe(10_000);
    await done(fresh);
    expect(await held()).toBe(20_000);
    expect(await verifyCash(app.owner)).toEqual([]);
  });
});
