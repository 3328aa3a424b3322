import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { REPORT_NAMES } from '../../contract/rules/reports/reports.ts';
import { personalValuesInAudit } from '../../tests/support/audit.ts';
import { exportOf, orderRow } from '../../tests/support/shopify-export.ts';
import { type ShopifyTerminal, shopifyTerminal } from '../../tests/support/shopify-terminal.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { alreadyOpen, opensNothing, runCli } from '../../tests/support/test-cli.ts';
import { openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { mandoobProgram } from './program.ts';

const DEVICE = newId();

let app: TestApp;
let terminal: ShopifyTerminal;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let driver_email: string;
let approval_id: string;

beforeAll(async () => {
  app = await createTestApp();
  directory = await makeTemporaryDirectory();
});
afterAll(async () => {
  await directory.remove();
  await app.drop();
});
/** Prepares a shop with two orders, one of them assigned to its driver, and a store to connect to. */
beforeEach(async () => {
  terminal = await shopifyTerminal(app);
  const { email } = await app.owner
    .selectFrom('users')
    .select('email')
    .where('id', '=', terminal.shop.driver.user_id)
    .executeTakeFirstOrThrow();
  driver_email = email;
  await mandoob(await importing(orderRow(), orderRow({ Name: '#2', Id: '2' })));
  await mandoob('orders assign 2 DRIVER --shop SHOP');
});
afterEach(() => terminal.store.stop());

/** Runs a command after replacing placeholders for the shop, its driver, its store and others. */
async function mandoob(command: string) {
  const { shop_id } = terminal.shop;
  const words: Record<string, string> = {
    SHOP: String(shop_id),
    DRIVER: driver_email,
    STORE: terminal.name,
    MACHINE: `POS-${shop_id}`,
    DEVICE,
    APPROVAL: approval_id,
    NEWCOMER: `newcomer-${shop_id}@example.com`,
  };
  const args = command.split(' ').map((word) => words[word] ?? word.replaceAll('~', ' '));
  return runCli(args, alreadyOpen(app.owner), {
    secrets: async () => TEST_SECRETS,
    shopify: { address: terminal.store.address, answer_ms_max: 1_500, public_url: null },
  });
}

/** The manager requests an adjustment, whose id is the placeholder APPROVAL. */
async function requestOfManager(): Promise<void> {
  const { manager, driver } = terminal.shop;
  const body = { user_id: driver.user_id, amount_fils: 500, reason: 'because of a quarrel' };
  const requested = await app.send('POST', '/api/desk/approvals/adjustments', {
    as: manager.session_id,
    body,
    headers: { 'idempotency-key': newId() },
  });
  ({ approval_id } = await requested.json());
}

/** Personal values that no audit event may contain. */
const PERSONAL = ['Zaynab', 'Haddad-Petrov', 'because of a quarrel', 'Sharjah'];

async function importing(...rows: string[]): Promise<string> {
  const path = join(directory.path, `${newId()}.csv`);
  await writeFile(path, exportOf(...rows));
  return `orders import ${path} --shop SHOP`;
}

async function elsewhere(): Promise<number> {
  return (await createTestShop(app.owner, 'Elsewhere')).shop_id;
}

type Audited = {
  command: string | (() => Promise<string>);
  /** Commands to run first. */
  after?: (() => Promise<unknown>)[];
  what: string;
  personal?: string[];
  /** The same command with an error. */
  refused: string;
  /** The audit event belongs to the shop that the command adds. */
  of_new_shop?: true;
};

const run = (command: string) => () => mandoob(command);
const CONNECT = 'shopify connect STORE --token shpat_1 --secret shpss_1 --shop SHOP';

/** All commands that change data of a shop. */
const AUDITED: Record<string, Audited> = {
  'shop add': {
    command: 'shop add Corner~Shop --time-zone Asia/Muscat',
    what: 'add_shop',
    refused: 'shop add Corner~Shop --time-zone Mars/Base',
    of_new_shop: true,
  },
  'shop set': {
    command: 'shop set SHOP --name Market~Hall',
    what: 'change_shop',
    refused: 'shop set SHOP --time-zone Mars/Base',
  },
  'staff add': {
    command: 'staff add NEWCOMER --shop SHOP --name Zaynab --role Driver',
    what: 'add_staff',
    personal: ['email', 'full_name', 'password'],
    refused: 'staff add DRIVER --shop SHOP --name Zaynab --role Driver',
  },
  'staff set': {
    command: 'staff set DRIVER --name Zaynab',
    what: 'change_staff',
    personal: ['full_name'],
    refused: 'staff set DRIVER --role Admin',
  },
  'staff disable': {
    command: 'staff disable DRIVER',
    what: 'disable_staff',
    refused: 'staff disable nobody@example.com',
  },
  'staff enable': {
    after: [run('staff disable DRIVER')],
    command: 'staff enable DRIVER',
    what: 'enable_staff',
    refused: 'staff enable nobody@example.com',
  },
  'staff password': {
    command: 'staff password DRIVER',
    what: 'set_password',
    personal: ['password'],
    refused: 'staff password DRIVER --password qwertyuiop',
  },
  'driver status': {
    command: 'driver status DRIVER off_duty',
    what: 'set_driver_status',
    refused: 'driver status nobody@example.com available',
  },
  'orders import': {
    command: () => importing(orderRow({ Name: '#3', Id: '3', 'Shipping Name': 'Zaynab Haddad-Petrov' })),
    what: 'import_orders',
    personal: ['customer', 'delivery_address', 'notes', 'phone'],
    refused: 'orders import no-such-file.csv --shop SHOP',
  },
  'orders assign': {
    command: 'orders assign 1 DRIVER --shop SHOP',
    what: 'assign_order',
    refused: 'orders assign 99 DRIVER --shop SHOP',
  },
  'orders unassign': {
    command: 'orders unassign 2 --shop SHOP',
    what: 'unassign_order',
    refused: 'orders unassign 99 --shop SHOP',
  },
  'orders arrange': {
    after: [run('orders assign 1 DRIVER --shop SHOP')],
    command: 'orders arrange --driver DRIVER 1 --shop SHOP',
    what: 'arrange_stops',
    refused: 'orders arrange --driver DRIVER 99 --shop SHOP',
  },
  'orders status': {
    command: 'orders status 2 dispatching --shop SHOP',
    what: 'move_order',
    refused: 'orders status 1 dispatching --shop SHOP',
  },
  'orders cancel': {
    command: 'orders cancel 2 --yes --shop SHOP',
    what: 'cancel_order',
    refused: 'orders cancel 2 --shop SHOP',
  },
  'orders reopen': {
    after: [run('orders cancel 2 --yes --shop SHOP')],
    command: 'orders reopen 2 --reason because~of~a~quarrel --shop SHOP',
    what: 'reopen_order',
    personal: ['reason'],
    refused: 'orders reopen 1 --reason because~of~a~quarrel --shop SHOP',
  },
  'cash issue': {
    command: 'cash issue DRIVER 500',
    what: 'issue_cash',
    refused: 'cash issue nobody@example.com 500',
  },
  'cash adjust': {
    command: 'cash adjust DRIVER 5 --up --reason because~of~a~quarrel',
    what: 'request_adjustment',
    personal: ['reason'],
    refused: 'cash adjust nobody@example.com 5 --up --reason because~of~a~quarrel',
  },
  'approvals approve': {
    after: [requestOfManager],
    command: 'approvals approve APPROVAL --reason because~of~a~quarrel --shop SHOP',
    what: 'decide_approval',
    personal: ['reason'],
    refused: `approvals approve ${newId()} --shop SHOP`,
  },
  'approvals refuse': {
    after: [requestOfManager],
    command: 'approvals refuse APPROVAL --reason because~of~a~quarrel --shop SHOP',
    what: 'decide_approval',
    personal: ['reason'],
    refused: 'approvals refuse APPROVAL --reason ~ --shop SHOP',
  },
  'approvals withdraw': {
    after: [
      async () => {
        const { out } = await mandoob('cash adjust DRIVER 5 --up --reason because~of~a~quarrel');
        approval_id = /[0-9a-f-]{36}/.exec(out)?.[0] ?? '';
      },
    ],
    command: 'approvals withdraw APPROVAL --shop SHOP',
    what: 'decide_approval',
    refused: `approvals withdraw ${newId()} --shop SHOP`,
  },
  'machine add': {
    command: 'machine add MACHINE --shop SHOP',
    what: 'add_card_machine',
    refused: 'machine add ~ --shop SHOP',
  },
  'machine return': {
    after: [
      run('machine add MACHINE --shop SHOP'),
      async () => {
        const { shop_id, driver } = terminal.shop;
        const held = { holder_driver_id: driver.driver_id };
        await app.owner.updateTable('card_machines').set(held).where('shop_id', '=', shop_id).execute();
      },
    ],
    command: 'machine return MACHINE --shop SHOP',
    what: 'return_card_machine',
    refused: 'machine return POS-99 --shop SHOP',
  },
  'machine retire': {
    after: [run('machine add MACHINE --shop SHOP')],
    command: 'machine retire MACHINE --shop SHOP',
    what: 'retire_card_machine',
    refused: 'machine retire POS-99 --shop SHOP',
  },
  'machine reactivate': {
    after: [run('machine add MACHINE --shop SHOP'), run('machine retire MACHINE --shop SHOP')],
    command: 'machine reactivate MACHINE --shop SHOP',
    what: 'reactivate_card_machine',
    refused: 'machine reactivate POS-99 --shop SHOP',
  },
  'devices explain': {
    after: [
      async () => {
        const device = testDevice(DEVICE);
        await sendReport(app, terminal.shop.driver, device.report());
        const lost = openOf(device.make(terminal.shop.driver));
        await sendReport(app, terminal.shop.driver, device.report({ open: [lost] }));
      },
    ],
    command: 'devices explain DEVICE 1 --reason because~of~a~quarrel --shop SHOP',
    what: 'explain_device_numbers',
    personal: ['reason'],
    refused: 'devices explain DEVICE 1 --reason ~ --shop SHOP',
  },
  'shopify connect': {
    command: CONNECT,
    what: 'connect_store',
    refused: 'shopify connect STORE --token shpat_guess --secret shpss_1 --shop SHOP',
  },
  'shopify resync': {
    after: [run(CONNECT)],
    command: 'shopify resync --since 2026-11-20 --shop SHOP',
    what: 'resync_store',
    refused: 'shopify resync --shop 999999',
  },
  'shopify retry': {
    after: [
      () =>
        terminal.fulfilment({
          status: 'failed',
          attempts: 3,
          last_error: 'Shopify responded with status 500',
        }),
    ],
    command: 'shopify retry --shop SHOP',
    what: 'retry_store',
    refused: 'shopify retry 4711 --shop SHOP',
  },
  'shopify dismiss': {
    after: [() => terminal.receive({ currency: 'USD' })],
    command: 'shopify dismiss 5001 --shop SHOP',
    what: 'dismiss_listed',
    refused: 'shopify dismiss 4711 --shop SHOP',
  },
  'shopify disconnect': {
    after: [run(CONNECT)],
    command: 'shopify disconnect --shop SHOP',
    what: 'disconnect_store',
    refused: 'shopify disconnect --shop 999999',
  },
};

/** Commands that only read, or that concern the installation and no shop. */
const UNAUDITED = [
  'approvals list',
  'audit list',
  'backup',
  'backup check',
  'cash show',
  'cash verify',
  'devices list',
  'doctor',
  'driver list',
  'files move',
  'files verify',
  'machine list',
  'orders list',
  'orders show',
  ...['list', 'rebuild', 'driver-day', ...REPORT_NAMES].map((name) => `report ${name}`),
  'restore',
  // Like backup, this command concerns no shop.
  'shop backup-gone',
  'shop kept',
  'shop list',
  'shopify status',
  'shopify test',
  'staff list',
];

function commandsOf(program: Command, named = ''): string[] {
  const below = program.commands.flatMap((command) =>
    commandsOf(command, `${named} ${command.name()}`.trim()),
  );
  // A command with an argument counts itself, besides its subcommands.
  return below.length === 0 || program.registeredArguments.length > 0 ? [named, ...below] : below;
}

test('every command is listed as audited or as unaudited', () => {
  const program = mandoobProgram(opensNothing, { write_out: () => undefined, write_err: () => undefined });
  expect(commandsOf(program).sort()).toEqual([...Object.keys(AUDITED), ...UNAUDITED].sort());
});

/** Reads the audit events of all shops, with the number of topics touched in the same transaction. */
async function audit() {
  const { rows } = await app.database.owner.query(`
    select a.*, (select count(*)::int from feed f where f.xid::text = a.xmin::text) as topics
    from audit_events a order by a.recorded_at, a.id`);
  return rows;
}

async function added(work: () => Promise<{ code: number }>) {
  const before = await audit();
  const { code } = await work();
  return { code, rows: (await audit()).slice(before.length) };
}

describe.each(Object.entries(AUDITED))('mandoob %s', (_name, audited) => {
  test('writes no audit event if it is refused, and one with topics and names of personal fields if it succeeds', async () => {
    for (const first of audited.after ?? []) await first();
    const refused = await added(() => mandoob(audited.refused));
    expect(refused.code).not.toBe(0);
    expect(refused.rows).toEqual([]);
    const { command, what, personal = [], of_new_shop } = audited;
    const resolved = typeof command === 'string' ? command : await command();
    const { code, rows } = await added(() => mandoob(resolved));
    expect([code, rows.length]).toEqual([0, 1]);
    const { shop_id, topics, ...row } = rows[0];
    expect(row).toMatchObject({ what, source: 'command line', operator: userInfo().username, user_id: null });
    expect(row.personal_fields).toEqual(personal);
    expect(topics).toBeGreaterThan(0);
    expect(shop_id === terminal.shop.shop_id).toBe(of_new_shop === undefined);
    const text = JSON.stringify(row);
    for (const word of [...PERSONAL, driver_email, 'shpat_1', 'shpss_1']) expect(text).not.toContain(word);
  });
});

test('audit and feed contain no name, address, phone, e-mail or reason from the database', async () => {
  await mandoob('cash adjust DRIVER 5 --up --reason because~of~a~quarrel');
  const { values, found } = await personalValuesInAudit(app.owner);
  expect(values).toEqual(expect.arrayContaining([driver_email, 'because of a quarrel', 'Dawood Driver']));
  expect(found).toEqual([]);
});

test.each(['cash issue DRIVER 500', 'cash adjust DRIVER 5 --up --reason found'])(
  '%s repeated with its id writes no second audit event',
  async (booking) => {
    const command_id = newId();
    const book = () => mandoob(`${booking} --id ${command_id}`);
    const first = await added(book);
    expect(first.rows).toMatchObject([{ command_id }]);
    expect(await added(book)).toEqual({ code: 0, rows: [] });
  },
);

test.each([
  ['orders assign 2 DRIVER --shop SHOP'],
  ['orders status 2 picking --shop SHOP'],
  ['staff enable DRIVER'],
  ['staff set DRIVER --role Driver'],
  ['shop set SHOP --time-zone Asia/Dubai'],
])('%s repeated changes nothing and writes no audit event', async (command) => {
  expect(await added(() => mandoob(command))).toEqual({ code: 0, rows: [] });
});

test('a move to another shop notifies the desks of both shops', async () => {
  const there = await elsewhere();
  const { rows } = await added(() => mandoob(`staff set ${driver_email} --role Manager`));
  expect(rows).toHaveLength(1);
  await mandoob('orders unassign 2 --shop SHOP');
  const { code } = await mandoob(`staff set DRIVER --shop ${there}`);
  expect(code).toBe(0);
  const { rows: fed } = await app.database.owner.query(
    "select shop_id from feed where topic = 'staff' and subject_id = $1 and audience = 'desk' order by recorded_at, shop_id",
    [terminal.shop.driver.user_id],
  );
  expect(fed.slice(-2).map(({ shop_id }) => shop_id)).toEqual([terminal.shop.shop_id, there]);
});

test('an import with --update writes an audit event for each order that it updates', async () => {
  const corrected = orderRow({ Notes: 'Sharjah, ring twice' });
  const { code, rows } = await added(async () => mandoob(`${await importing(corrected)} --update`));
  expect(code).toBe(0);
  expect(rows).toMatchObject([
    {
      what: 'correct_order',
      after: { changed: ['notes'], due_amount_fils: expect.any(Number) },
      personal_fields: ['notes'],
      operator: userInfo().username,
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('Sharjah');
});

test('an order update from the store is audited as such and notifies the driver of the order', async () => {
  await mandoob(CONNECT);
  await terminal.receive({});
  const { rows } = await added(async () => {
    await mandoob('orders assign 5001 DRIVER --shop SHOP');
    await terminal.receive({ note: 'Ring thrice', updated_at: '2026-11-20T09:30:00+04:00' });
    return { code: 0 };
  });
  expect(rows.map(({ what, source }) => [what, source])).toEqual([
    ['assign_order', 'command line'],
    ['take_order', 'shopify'],
  ]);
  const { rows: fed } = await app.database.owner.query(
    "select user_ids from feed where topic = 'orders' order by recorded_at desc limit 1",
  );
  expect(fed).toEqual([{ user_ids: [terminal.shop.driver.user_id] }]);
});

test('an unchanged version is audited if it removes the order from a list, and not otherwise', async () => {
  await terminal.receive({});
  await terminal.receive({ currency: 'USD', updated_at: '2026-11-20T09:30:00+04:00' });
  const again = (at: string) => async () => {
    await terminal.receive({ updated_at: `2026-11-20T${at}+04:00` });
    return { code: 0 };
  };
  const { rows } = await added(again('09:40:00'));
  expect(rows).toMatchObject([{ what: 'take_order', after: { outcome: 'unchanged' } }]);
  expect((await added(again('09:50:00'))).rows).toEqual([]);
});
