import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CashSettings } from '../../../contract/operations/desk/cash-settings/read-cash-settings.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../../tests/support/test-approvals.ts';
import { problemOf } from '../../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';

const PATH = '/api/desk/cash-settings';

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
});

const change = (body: object, by = shop.admin, command_id = newId()) =>
  approvals.post(PATH, by, body, command_id);
const read = (by = shop.manager): Promise<CashSettings> => ok(app.send('GET', PATH, { as: by.session_id }));

describe('the settings of cash', () => {
  it('are unset at first', async () => {
    expect(await read()).toEqual({
      float_limit_fils: null,
      cash_ceiling_fils: null,
      ceiling_blocks_assignment: false,
      people: [],
    });
  });

  it('change only in the given fields, and a limit is removed with null', async () => {
    await ok(change({ float_limit_fils: 500_000 }));
    await ok(change({ cash_ceiling_fils: 200_000, ceiling_blocks_assignment: true }));
    expect(await read()).toMatchObject({
      float_limit_fils: 500_000,
      cash_ceiling_fils: 200_000,
      ceiling_blocks_assignment: true,
    });
    const left = await leftBy(app.owner, async () => {
      expect(await ok(change({ float_limit_fils: null }))).toEqual(await read());
    });
    expect(await read()).toMatchObject({ float_limit_fils: null, cash_ceiling_fils: 200_000 });
    expect(left.audit).toMatchObject([
      {
        what: 'change_cash_settings',
        user_id: shop.admin.user_id,
        before: { float_limit_fils: 500_000 },
        after: { float_limit_fils: null, cash_ceiling_fils: 200_000 },
      },
    ]);
    expect(left.topics.sort()).toEqual(['cash', 'shop']);
  });

  it('give a person a ceiling of their own, and take it back', async () => {
    const { user_id, full_name } = shop.driver;
    await ok(change({ person: { user_id, ceiling_fils: 90_000 } }));
    await ok(change({ person: { user_id, ceiling_fils: 80_000 } }));
    expect((await read()).people).toEqual([{ user_id, full_name, ceiling_fils: 80_000 }]);
    await ok(change({ person: { user_id, ceiling_fils: null } }));
    expect((await read()).people).toEqual([]);
  });

  it('leave no trace if they stay as they are', async () => {
    await ok(change({ float_limit_fils: 500_000 }));
    const left = await leftBy(app.owner, () => ok(change({ float_limit_fils: 500_000 })));
    expect(left).toEqual({ audit: [], topics: [] });
  });

  it('are changed by two Admins at once, one after the other', async () => {
    const sent = [change({ float_limit_fils: 500_000 }), change({ cash_ceiling_fils: 200_000 })];
    for (const response of await Promise.all(sent)) expect(response.status).toBe(200);
    expect(await read()).toMatchObject({ float_limit_fils: 500_000, cash_ceiling_fils: 200_000 });
  });

  it('are changed once by a command that is sent three times at once', async () => {
    const command_id = newId();
    const send = () => change({ float_limit_fils: 500_000 }, shop.admin, command_id);
    const left = await leftBy(app.owner, async () => {
      const replies = await Promise.all([send(), send(), send()].map(async (sent) => (await sent).text()));
      expect(new Set(replies).size).toBe(1);
    });
    expect(left.audit).toHaveLength(1);
  });

  it('are refused without a field, with an impossible amount or a person of another shop', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const invalid = { status: 422, code: 'invalid_input' };
    for (const body of [
      {},
      { float_limit_fils: 0 },
      { float_limit_fils: -1 },
      { cash_ceiling_fils: 1.5 },
      { cash_ceiling_fils: 1_000_000_001 },
      { person: { user_id: shop.driver.user_id, ceiling_fils: 0 } },
    ])
      expect({ body, got: await problemOf(await change(body)) }).toEqual({ body, got: invalid });
    for (const user_id of [other.driver.user_id, newId()]) {
      const response = await change({ person: { user_id, ceiling_fils: 5 }, float_limit_fils: 5 });
      expect(await problemOf(response)).toEqual({ status: 404, code: 'not_found' });
    }
    expect(await read()).toMatchObject({ float_limit_fils: null, people: [] });
  });

  it('are read by managers and admins, changed by Admins, and of one shop', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    for (const by of [shop.manager, shop.driver, shop.stranger])
      expect(await problemOf(await change({ float_limit_fils: 5 }, by))).toEqual({
        status: 403,
        code: 'no_access',
      });
    for (const by of [shop.driver, shop.stranger]) {
      const response = await app.send('GET', PATH, { as: by.session_id });
      expect(await problemOf(response)).toEqual({ status: 403, code: 'no_access' });
    }
    await ok(change({ float_limit_fils: 5, person: { user_id: shop.driver.user_id, ceiling_fils: 5 } }));
    expect(await read(other.admin)).toMatchObject({ float_limit_fils: null, people: [] });
    expect(await read(shop.admin)).toMatchObject({ float_limit_fils: 5, people: [{ ceiling_fils: 5 }] });
  });
});
