import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { hashPassword } from '../server/identity/passwords/passwords.ts';
import { leftBy, personalValuesInAudit } from './support/audit.ts';
import { asRequest, outcome } from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareFloat,
  prepareStart,
  sendCommand,
  whileBroken,
} from './support/test-handover.ts';
import { addOrder, addStaff, createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/** Every operation writes one audit row and the topics it touched, in its own transaction. */

const PASSWORD = 'correct horse battery';
const UA = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

/** A command with all its prerequisites, which can be sent any number of times. */
type Ready = {
  by: TestStaff;
  command_id: string;
  input: object;
  send: () => Promise<Response>;
};

const isFile = (part: unknown): part is { sha256: string } =>
  typeof part === 'object' && part !== null && 'sha256' in part;

type Audited = { prepare: () => Promise<Ready>; topics: string[]; personal: string[]; before?: object };

const COMMANDS: Record<string, Audited> = {
  confirm_delivery: {
    before: expect.objectContaining({ status: 'dispatching' }),
    prepare: async () => {
      const order = await addOrder(app.owner, shop, shop.driver);
      const prepared = await prepareDelivery(app, shop, shop.driver, order);
      return { by: shop.driver, ...prepared, send: () => sendDelivery(app, shop.driver, prepared) };
    },
    topics: ['cash', 'orders'],
    personal: ['customer_name'],
  },
  arrange_stops: {
    prepare: async () => {
      const order = await addOrder(app.owner, shop, shop.driver);
      const command_id = newId();
      const input = {
        arrangement_id: newId(),
        from_arrangement: null,
        order_ids: [order.id],
        occurred_at: new Date().toISOString(),
        clock_offset_ms: 0,
      };
      const headers = { 'idempotency-key': command_id };
      const sent = { as: shop.driver.session_id, body: input, headers };
      return {
        by: shop.driver,
        command_id,
        input,
        send: async () => app.send('POST', '/api/orders/arrangement', sent),
      };
    },
    topics: ['orders'],
    personal: [],
    before: { arrangement_id: null },
  },
  start_handover: {
    prepare: async () => {
      const prepared = await prepareStart(app, shop);
      return { by: shop.admin, ...prepared, send: () => sendCommand(app, 'start', shop.admin, prepared) };
    },
    topics: ['cash', 'handovers'],
    personal: ['signer'],
  },
  end_handover: {
    prepare: async () => {
      const prepared = await prepareEnd(app, shop);
      return { by: shop.admin, ...prepared, send: () => sendCommand(app, 'end', shop.admin, prepared) };
    },
    topics: ['cash', 'handovers'],
    personal: ['signer'],
  },
  collect_cash: {
    prepare: async () => {
      await issue(app, shop, shop.driver, 20_000);
      const prepared = await prepareCollection(app, shop);
      return {
        by: shop.manager,
        ...prepared,
        send: () => sendCommand(app, 'collection', shop.manager, prepared),
      };
    },
    topics: ['cash', 'handovers'],
    personal: ['signer'],
  },
  record_float: {
    prepare: async () => {
      const prepared = await prepareFloat(app, shop);
      return { by: shop.manager, ...prepared, send: () => sendCommand(app, 'float', shop.manager, prepared) };
    },
    topics: ['cash'],
    personal: ['signer'],
  },
  record_deposit: {
    prepare: async () => {
      const prepared = await prepareDeposit(app, shop, { notes: 'Counted by Mona herself' });
      return {
        by: shop.manager,
        ...prepared,
        send: () => sendCommand(app, 'deposit', shop.manager, prepared),
      };
    },
    topics: ['cash', 'deposits'],
    personal: ['signer', 'notes'],
  },
};

describe.each(Object.entries(COMMANDS))('%s', (what, { prepare, topics, personal, before = null }) => {
  it('writes one audit row and its topics, and nothing when it is repeated', async () => {
    const { by, command_id, send } = await prepare();
    const left = await leftBy(app.owner, async () => expect((await send()).status).toBe(200));
    expect(left.audit).toEqual([
      {
        shop_id: shop.shop_id,
        source: 'request',
        user_id: by.user_id,
        operator: null,
        client_address: '',
        device: null,
        what,
        subject_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        before,
        after: expect.objectContaining({}),
        personal_fields: personal,
        command_id,
      },
    ]);
    expect(left.topics.sort()).toEqual(topics);
    const again = await leftBy(app.owner, async () => expect((await send()).status).toBe(200));
    expect(again).toEqual({ audit: [], topics: [] });
  });

  it('writes nothing if its files are missing', async () => {
    const { input, send } = await prepare();
    const files = Object.values(input).filter(isFile);
    if (files.length === 0) return;
    for (const part of files) part.sha256 = '0'.repeat(64);
    const left = await leftBy(app.owner, async () =>
      expect(await (await send()).json()).toMatchObject({ code: 'file_missing', nothing_recorded: true }),
    );
    expect(left).toEqual({ audit: [], topics: [] });
  });

  it('is rolled back if its audit row cannot be written', async () => {
    const { send, command_id } = await prepare();
    const left = await leftBy(app.owner, () =>
      whileBroken(app, 'audit_events', async () => expect((await send()).status).toBe(503)),
    );
    expect(left).toEqual({ audit: [], topics: [] });
    const claimed = app.owner.selectFrom('commands').select('body').where('command_id', '=', command_id);
    expect(await claimed.execute()).toEqual([]);
    expect((await send()).status).toBe(200);
  });
});

describe('sessions and passwords', () => {
  let driver: TestStaff;
  let email: string;

  beforeEach(async () => {
    driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Salem Signs-In', true);
    const password_hash = await hashPassword(PASSWORD);
    const user = app.owner.updateTable('users').set({ password_hash }).where('id', '=', driver.user_id);
    ({ email } = await user.returning('email').executeTakeFirstOrThrow());
  });

  /** Sends a request from a device with its own network address. */
  const post = (path: string, body: unknown, bearer?: string) =>
    Promise.resolve(
      app.app.request(
        path,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': UA,
            ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
        { incoming: { socket: { remoteAddress: '203.0.113.9', remotePort: 1, remoteFamily: 'IPv4' } } },
      ),
    );
  const signIn = (password = PASSWORD) => post('/auth/v1/token?grant_type=password', { email, password });
  const by_device = () => ({
    shop_id: shop.shop_id,
    source: 'request',
    user_id: driver.user_id,
    client_address: '203.0.113.9',
    device: 'Chrome on Android',
    command_id: null,
  });

  it('a sign-in writes one audit row, and a refused one writes none', async () => {
    const left = await leftBy(app.owner, async () => expect((await signIn()).status).toBe(200));
    expect(left.audit).toMatchObject([{ ...by_device(), what: 'sign_in' }]);
    expect(left.topics).toEqual(['sessions']);
    const refused = await leftBy(app.owner, async () =>
      expect((await signIn('quite another one')).status).toBe(400),
    );
    expect(refused).toEqual({ audit: [], topics: [] });
  });

  it('a sign-out writes one audit row with its scope', async () => {
    const { access_token } = await (await signIn()).json();
    const out = () => post('/auth/v1/logout?scope=global', undefined, access_token);
    const left = await leftBy(app.owner, async () => expect((await out()).status).toBe(204));
    expect(left.audit).toMatchObject([{ ...by_device(), what: 'sign_out', after: { scope: 'global' } }]);
    const again = await leftBy(app.owner, async () => expect((await out()).status).toBe(403));
    expect(again).toEqual({ audit: [], topics: [] });
  });

  it('ending one’s own session writes one audit row, and none if it has already ended', async () => {
    const { session_id } = await app.owner
      .insertInto('sessions')
      .values({ id: newId(), user_id: driver.user_id })
      .returning('id as session_id')
      .executeTakeFirstOrThrow();
    const end = () => post(`/api/profile/sessions/${session_id}/end`, undefined, driver.session_id);
    const left = await leftBy(app.owner, async () => expect((await end()).status).toBe(200));
    expect(left.audit).toMatchObject([{ ...by_device(), what: 'end_session', subject_id: session_id }]);
    const again = await leftBy(app.owner, async () => expect((await end()).status).toBe(200));
    expect(again).toEqual({ audit: [], topics: [] });
  });

  it('the refusal of an expired session writes one audit row of the server, once', async () => {
    const { refresh_token } = await (await signIn()).json();
    await app.owner
      .updateTable('sessions')
      .set({ last_used_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .where('user_id', '=', driver.user_id)
      .execute();
    const refresh = () => post('/auth/v1/token?grant_type=refresh_token', { refresh_token });
    const left = await leftBy(app.owner, async () => expect((await refresh()).status).toBe(400));
    expect(left.audit).toMatchObject([
      { source: 'server', user_id: null, what: 'end_session', after: { ended_because: 'unused' } },
    ]);
    expect(left.topics).toEqual(['sessions']);
    const again = await leftBy(app.owner, async () => expect((await refresh()).status).toBe(400));
    expect(again).toEqual({ audit: [], topics: [] });
  });

  it('changing one’s own password writes one audit row without either password', async () => {
    const change = (current_password: string) =>
      post('/api/password', { current_password, new_password: 'battery staple correct' }, driver.session_id);
    const wrong = await leftBy(app.owner, async () => expect((await change('wrong')).status).toBe(422));
    expect(wrong).toEqual({ audit: [], topics: [] });
    const left = await leftBy(app.owner, async () => expect((await change(PASSWORD)).status).toBe(200));
    expect(left.audit).toMatchObject([
      { ...by_device(), what: 'change_password', personal_fields: ['password'] },
    ]);
    expect(JSON.stringify(left.audit)).not.toMatch(/battery|staple/);
  });

  it('initialising a driver’s balance writes one audit row, and none if it exists', async () => {
    const initialise = () => post('/api/cash/initialise', undefined, driver.session_id);
    const left = await leftBy(app.owner, async () => expect((await initialise()).status).toBe(200));
    expect(left.audit).toMatchObject([{ ...by_device(), what: 'initialise_cash' }]);
    const again = await leftBy(app.owner, async () => expect((await initialise()).status).toBe(200));
    expect(again).toEqual({ audit: [], topics: [] });
  });
});

it('viewing a proof writes one audit row without its path, and no topics', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  const { input } = await prepareDelivery(app, shop, shop.driver, order);
  const view = (by: TestStaff) =>
    app.send('POST', '/storage/v1/object/sign', {
      as: by.session_id,
      body: { bucket: 'order-deliveries', path: input.delivery_note.path },
    });
  const left = await leftBy(app.owner, async () => expect((await view(shop.manager)).status).toBe(200));
  expect(left.audit).toMatchObject([
    {
      user_id: shop.manager.user_id,
      what: 'look_at_file',
      before: null,
      after: { bucket: 'order-deliveries' },
    },
  ]);
  expect(left.topics).toEqual([]);
  const refused = await leftBy(app.owner, async () => expect((await view(shop.driver2)).status).toBe(404));
  expect(refused).toEqual({ audit: [], topics: [] });
});

describe('the audit', () => {
  it('contains no name, phone, address, e-mail or note of any person after all commands', async () => {
    for (const { prepare } of Object.values(COMMANDS)) {
      const { send } = await prepare();
      expect((await send()).status).toBe(200);
    }
    const { values, found } = await personalValuesInAudit(app.owner);
    expect(values).toEqual(
      expect.arrayContaining(['Layla', '+971501234567', 'Dawood Driver', 'فاطمة الزهراء']),
    );
    expect(values).toContain('Counted by Mona herself');
    expect(found).toEqual([]);
  });

  it('cannot be changed or emptied by the owner or by a request', async () => {
    const { send } = await (COMMANDS.record_deposit?.prepare() ?? Promise.reject());
    await send();
    for (const statement of [
      "update audit_events set what = 'nothing'",
      'delete from audit_events',
      'truncate audit_events',
    ]) {
      await expect(app.database.owner.query(statement)).rejects.toThrow('append-only');
      const attempt = asRequest(app.database.request, shop.manager, (query) => outcome(query(statement)));
      expect(await attempt).toBe('refused');
    }
  });

  it('accepts rows of a request only for its own user, shop and time', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const write = (columns: Record<string, unknown>) =>
      asRequest(app.database.request, shop.driver, (query) => {
        const row = { id: shop.driver.session_id, source: 'request', what: 'made_up', ...columns };
        const places = Object.keys(row).map((_, at) => `$${at + 1}`);
        return outcome(
          query(`insert into audit_events (${Object.keys(row)}) values (${places})`, Object.values(row)),
        );
      });
    const own = { shop_id: shop.shop_id, user_id: shop.driver.user_id };
    expect(await write(own)).toBe(1);
    expect(await write({ ...own, user_id: shop.manager.user_id })).toBe('refused');
    expect(await write({ shop_id: other.shop_id, user_id: other.driver.user_id })).toBe('refused');
    expect(await write({ shop_id: shop.shop_id, source: 'server' })).toBe('refused');
    expect(await write({ ...own, recorded_at: new Date(0) })).toBe('refused');
  });
});
