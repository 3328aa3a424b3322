import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { makeDemoShop } from '../../../database/demo/demo-shop.ts';
import { AMOUNT_CASES } from '../../../tests/support/amount-cases.ts';
import { damaged, encodedIn } from '../../../tests/support/encoded-text.ts';
import { build } from '../../../tests/support/query-builder.ts';
import { EXPORT_PATH, exportOf, orderRow } from '../../../tests/support/shopify-export.ts';
import { alreadyOpen, opensNothing, runCli } from '../../../tests/support/test-cli.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { type Database, databaseOf } from '../../platform/database/database.ts';
import { mandoobProgram } from '../program.ts';

let database: TestDatabase;
let owner: Database;
let directory: string;
/** The test's own shop, which commands name because other tests' shops are in the same database. */
let shop_id: number;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOf(database.owner);
});
afterAll(() => database.drop());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mandoob-import-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const mandoob = (...args: string[]) => runCli(inShop(args), alreadyOpen(owner));

function inShop(args: string[]): string[] {
  return args.includes('--shop') ? args : [...args, '--shop', `${shop_id}`];
}

/** Runs `mandoob` at a terminal. Also returns the questions. `before` runs before each reply. */
async function runAtTerminal(
  args: string[],
  typed: string,
  before: () => Promise<unknown> = async () => undefined,
) {
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    await before();
    return typed;
  };
  return { ...(await runCli(inShop(args), alreadyOpen(owner), { ask })), questions };
}

async function fileWith(content: string | Uint8Array): Promise<string> {
  const path = join(directory, 'orders.csv');
  await writeFile(path, content);
  return path;
}

async function emailOf({ user_id }: { user_id: string }, within = owner): Promise<string> {
  const { email } = await build(within)
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return email;
}

async function firstShop(): Promise<TestShop> {
  const shop = await createTestShop(owner);
  shop_id = shop.shop_id;
  return shop;
}

/** Provides a database without other tests' shops, for commands about the whole installation. */
async function withOwnDatabase(
  work: (own: TestDatabase, own_owner: Database) => Promise<void>,
): Promise<void> {
  const own = await createTestDatabase();
  try {
    await work(own, databaseOf(own.owner));
  } finally {
    await own.drop();
  }
}

test('importing a valid file twice exits with code 0 and changes nothing the second time', async () => {
  await firstShop();
  expect(await mandoob('orders', 'import', EXPORT_PATH)).toEqual({
    out: 'Orders: 24 imported, 0 already imported, 0 with errors (62 rows)\n',
    err: '',
    code: 0,
  });
  expect((await mandoob('orders', 'import', EXPORT_PATH)).out).toBe(
    'Orders: 0 imported, 24 already imported, 0 with errors (62 rows)\n',
  );
});

test('bad rows are reported by line and column with exit code 1, and valid orders are imported', async () => {
  await firstShop();
  const path = await fileWith(
    exportOf(orderRow(), orderRow({ Name: '#2', Total: '1' }), orderRow({ Name: '#3', Currency: 'USD' })),
  );
  const { out, code } = await mandoob('orders', 'import', path);
  expect(out.split('\n')).toEqual([
    'not imported: line 3, column Total: AED 1.00 does not match subtotal AED 23.90, shipping AED 10.00 and taxes AED 0.00 (order 2)',
    'skipped: line 4, column Currency: not imported, the order is in USD, not in AED (order 3)',
    'Orders: 1 imported, 0 already imported, 1 skipped, 1 with errors (3 rows)',
    '',
  ]);
  expect(code).toBe(1);
  const again = await mandoob('orders', 'import', path, '--json');
  expect(again.code).toBe(1);
  expect(JSON.parse(again.out)).toMatchObject({
    rows: 3,
    imported: 0,
    unchanged: 1,
    left_out: 1,
    bad: 1,
    findings: [{ kind: 'bad' }, { kind: 'left_out' }],
  });
});

test('an order that differs from the file is reported, with exit code 0', async () => {
  await firstShop();
  await mandoob('orders', 'import', await fileWith(exportOf(orderRow())));
  const changed = await mandoob('orders', 'import', await fileWith(exportOf(orderRow({ Notes: 'new' }))));
  expect(changed.out).toContain(
    'not updated: line 2, column Notes: already imported with other contents: Notes was nothing, is "new" (order 1)\n' +
      'Orders: 0 imported, 0 already imported, 1 already imported with other contents, 0 with errors (1 rows)\n' +
      'To update open orders from the file, import it again with --update\n',
  );
  expect(changed.code).toBe(0);
});

test('--update updates open orders from the file, and the history names the operator', async () => {
  await firstShop();
  await mandoob('orders', 'import', await fileWith(exportOf(orderRow(), orderRow({ Name: '#2' }))));
  await mandoob('orders', 'cancel', '2', '--yes');
  const path = await fileWith(
    exportOf(orderRow({ Shipping: '12.00', Total: '35.90' }), orderRow({ Name: '#2', Notes: 'new' })),
  );
  expect(await mandoob('orders', 'import', path, '--update')).toEqual({
    out:
      'updated: line 2, column Shipping: Shipping was AED 10.00, is AED 12.00; Total was AED 33.90, is AED 35.90; ' +
      'Outstanding Balance was AED 33.90, is AED 35.90 (order 1)\n' +
      'not updated: line 3, column Notes: already imported with other contents, and it is cancelled: Notes was nothing, is "new" (order 2)\n' +
      'Orders: 0 imported, 0 already imported, 1 updated, 1 already imported with other contents, 0 with errors (2 rows)\n',
    err: '',
    code: 0,
  });
  expect((await mandoob('orders', 'show', '1')).out).toContain(
    `updated, changed amounts, due to AED 35.90, due from AED 33.90 (operator ${userInfo().username})`,
  );
  const again = JSON.parse((await mandoob('orders', 'import', path, '--update', '--json')).out);
  expect(again).toMatchObject({ unchanged: 1, updated: 0, different: 1 });
  expect(again.findings[0].differences).toEqual([{ column: 'Notes', from: 'nothing', to: '"new"' }]);
});

test('an import of an unreadable file exits with code 2', async () => {
  await firstShop();
  expect(await mandoob('orders', 'import', join(directory, 'none.csv'))).toMatchObject({ code: 2 });
  expect(await mandoob('orders', 'import', directory)).toMatchObject({ code: 2 });
  const other = await mandoob('orders', 'import', await fileWith('a,b\n1,2\n'));
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('not a Shopify orders export') });
  const damaged = await mandoob(
    'orders',
    'import',
    await fileWith(exportOf(orderRow(), orderRow({ Name: '#2' }), '#3,"x')),
  );
  expect(damaged).toMatchObject({ code: 2, out: expect.stringContaining('1 imported') });
});

describe('the encoding of an export', () => {
  const ROWS = exportOf(
    orderRow({ Name: '#1', 'Shipping Name': 'نورة الشامسي' }),
    orderRow({ Name: '#2', 'Shipping Name': 'محمد عبدالله' }),
    orderRow({ Name: '#3', 'Shipping Name': 'ليلى حسن' }),
  );
  const names = async () => {
    const rows = await build(owner)
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .select(['order_number', 'first_name'])
      .where('orders.shop_id', '=', shop_id)
      .orderBy('order_number')
      .execute();
    return rows.map(({ order_number, first_name }) => `${order_number} ${first_name}`);
  };

  test('with a broken byte rejects one cell, and the other orders are imported', async () => {
    await firstShop();
    const bytes = encodedIn('utf-8', ROWS);
    const path = await fileWith(damaged(bytes, [Buffer.from(bytes).indexOf('محمد') + 3]));
    expect(await mandoob('orders', 'import', path)).toMatchObject({
      code: 1,
      out:
        'The file is UTF-8 with some invalid bytes. Cells with an invalid byte are not imported.\n' +
        'not imported: line 3, column Shipping Name: has characters that cannot be read (order 2)\n' +
        'Orders: 2 imported, 0 already imported, 1 with errors (3 rows)\n',
    });
    expect(await names()).toEqual(['1 نورة', '3 ليلى']);
  });

  test('windows-1256 is detected and reported, another can be chosen, and --update corrects names', async () => {
    await firstShop();
    const path = await fileWith(encodedIn('windows-1256', ROWS));
    expect(await mandoob('orders', 'import', path, '--encoding', 'windows-1252')).toMatchObject({ code: 0 });
    expect(await names()).not.toContain('1 نورة');
    const { out } = await mandoob('orders', 'import', path, '--update');
    expect(out).toContain('Encoding: windows-1256 (Arabic, Windows), guessed from the text.');
    expect(await names()).toEqual(['1 نورة', '2 محمد', '3 ليلى']);
    const json = await mandoob('orders', 'import', path, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ encoding: 'windows-1256', unchanged: 3 });
    const unknown = await mandoob('orders', 'import', path, '--encoding', 'ebcdic');
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Allowed choices are utf-8') });
  });

  test('is detected also for a pipe', async () => {
    await firstShop();
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writing = writeFile(pipe, encodedIn('windows-1256', ROWS));
    expect(await mandoob('orders', 'import', pipe)).toMatchObject({ code: 0 });
    await writing;
    expect(await names()).toEqual(['1 نورة', '2 محمد', '3 ليلى']);
  });

  test.each<[what: string, bytes: number[], message: string]>([
    ['a workbook', [0x50, 0x4b, 3, 4, 20, 0, 6, 0], 'an Excel file or an archive'],
    ['an image', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1], 'not a text file'],
  ])('%s is refused instead of decoded', async (_, bytes, message) => {
    await firstShop();
    const path = await fileWith(Uint8Array.from(bytes));
    expect(await mandoob('orders', 'import', path)).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
  });
});

test('a command about one of several shops requires --shop', async () => {
  await firstShop();
  const second = await createTestShop(owner, 'Second');
  const refused = await runCli(['orders', 'import', EXPORT_PATH], alreadyOpen(owner));
  expect(refused).toMatchObject({
    code: 1,
    err: 'error: There are several shops: choose one with --shop <id>\n',
  });
  expect(await mandoob('orders', 'import', EXPORT_PATH, '--shop', '999999')).toMatchObject({ code: 1 });
  expect(await mandoob('orders', 'import', EXPORT_PATH, '--shop', `${second.shop_id}`)).toMatchObject({
    code: 0,
  });
});

test('an order is assigned only to users whose role delivers, even if others have a driver record', async () => {
  const shop = await firstShop();
  const email = await emailOf(shop.driver);
  await mandoob('orders', 'import', EXPORT_PATH);
  for (const [role, error] of [
    ['Admin', `error: ${email} is Admin and cannot deliver\n`],
    [null, `error: ${email} is without a role and cannot deliver\n`],
  ] as const) {
    await build(owner).updateTable('profiles').set({ role }).where('id', '=', shop.driver.user_id).execute();
    expect(await mandoob('orders', 'assign', '10231', email)).toMatchObject({ code: 1, err: error });
  }
  await build(owner)
    .updateTable('profiles')
    .set({ role: 'Manager' })
    .where('id', '=', shop.driver.user_id)
    .execute();
  expect(await mandoob('orders', 'assign', '10231', email)).toMatchObject({ code: 0 });
});

test('orders show reports an order from its import to its dispatch and cancellation', async () => {
  const shop = await firstShop();
  const email = await emailOf(shop.driver);
  await mandoob('orders', 'import', EXPORT_PATH);
  expect((await mandoob('orders', 'status', '10231', 'dispatching')).err).toContain('has no driver');
  expect(await mandoob('orders', 'assign', '#10231', email)).toMatchObject({ code: 0 });
  expect(await mandoob('orders', 'status', '10231', 'dispatching')).toMatchObject({ code: 0 });
  expect(await mandoob('orders', 'status', '10231', 'lost')).toMatchObject({ code: 1 });
  expect((await mandoob('orders', 'unassign', '10231')).err).toContain('assign another driver');

  const shown = (await mandoob('orders', 'show', '10231')).out;
  expect(shown).toContain('Order 10231\n  Status           dispatching\n  Driver           Dawood Driver\n');
  expect(shown).toContain('Ordered          Nov 18, 2026 08:00');
  expect(shown).toContain('Due on delivery  AED 17.49');
  expect(shown).toContain(`assigned, Dawood Driver (operator ${userInfo().username})`);
  expect(shown).toContain(`imported, source shopify_export (operator ${userInfo().username})`);
  expect(shown).toMatch(/status, picking to dispatching/);
  const json = JSON.parse((await mandoob('orders', 'show', '10231', '--json')).out);
  expect(json).toMatchObject({ order: { due_amount_fils: 1749 }, items: [{ qty: 1 }], confirmations: [] });

  expect(await mandoob('orders', 'cancel', '10231', '--yes')).toMatchObject({ code: 0 });
  expect((await mandoob('orders', 'status', '10231', 'packed')).err).toBe(
    'error: Order 10231 is cancelled and cannot become packed: this change of status is not allowed\n',
  );
  expect((await mandoob('orders', 'show', '99999')).err).toContain('There is no order 99999');
});

test("orders arrange moves the named orders first, prints all stops, and skips other drivers' orders", async () => {
  const shop = await firstShop();
  const email = await emailOf(shop.driver);
  for (const [at, order_number] of ['1001', '1002', '1003'].entries()) {
    await addOrder(owner, shop, shop.driver, { order_number, minutes_ago: 60 - at });
  }
  await addOrder(owner, shop, shop.driver2, { order_number: '2001' });
  const arrange = (...named: string[]) => mandoob('orders', 'arrange', '--driver', email, ...named);
  expect(await arrange('#1003', '2001', '1002')).toEqual({
    out: `${email} now has: 1003, 1002, 1001\n`,
    err: `Skipped, not assigned to ${email}: 2001\n`,
    code: 0,
  });
  expect(await arrange('1001', '1001')).toMatchObject({
    out: `${email} now has: 1001, 1003, 1002\n`,
    code: 0,
  });
  expect(await arrange('9999')).toMatchObject({
    code: 1,
    err: `error: There is no order 9999 in shop ${shop_id}\n`,
  });
  expect(await mandoob('orders', 'arrange', '--driver', await emailOf(shop.admin), '1001')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot deliver'),
  });
  const kept = await build(owner)
    .selectFrom('audit_events')
    .select(['what', 'operator'])
    .where('shop_id', '=', shop_id)
    .execute();
  expect(kept.filter(({ what }) => what === 'arrange_stops')).toEqual(
    Array.from({ length: 2 }, () => ({ what: 'arrange_stops', operator: userInfo().username })),
  );
});

describe('orders cancel', () => {
  const CANCEL = ['orders', 'cancel', '10231'];
  const statusOf = async () =>
    JSON.parse((await mandoob('orders', 'show', '10231', '--json')).out).order.status as string;

  beforeEach(async () => {
    const shop = await firstShop();
    await mandoob('orders', 'import', EXPORT_PATH);
    await mandoob('orders', 'assign', '10231', await emailOf(shop.driver));
    await mandoob('orders', 'status', '10231', 'dispatching');
  });

  test('asks for confirmation, and cancels after yes', async () => {
    expect(await runAtTerminal(CANCEL, 'y')).toEqual({
      out: 'Order 10231 is cancelled\n',
      err: '',
      code: 0,
      questions: ['Cancel order 10231 (dispatching, with Dawood Driver, AED 17.49 due on delivery)? [y/N] '],
    });
    expect(await statusOf()).toBe('cancelled');
    for (const typed of ['Yes', ' YES ']) {
      await mandoob('orders', 'reopen', '10231', '--reason', 'cancelled by mistake');
      const { questions, ...result } = await runAtTerminal(CANCEL, typed);
      expect({ typed, ...result }).toEqual({ typed, out: 'Order 10231 is cancelled\n', err: '', code: 0 });
      expect(questions).toHaveLength(1);
      expect(await statusOf()).toBe('cancelled');
    }
  });

  test('changes nothing after any other reply', async () => {
    for (const typed of ['', 'n', 'no', 'yess', '10231']) {
      expect({ typed, ...(await runAtTerminal(CANCEL, typed)) }).toMatchObject({
        typed,
        out: '',
        err: 'error: Nothing was changed\n',
        code: 1,
      });
      expect(await statusOf()).toBe('dispatching');
    }
  });

  test('requires --yes without a terminal, and with --yes does not ask', async () => {
    expect(await mandoob(...CANCEL)).toEqual({
      out: '',
      err: 'error: Confirmation needs a terminal: add --yes to cancel without it\n',
      code: 1,
    });
    expect(await statusOf()).toBe('dispatching');
    expect(await runAtTerminal([...CANCEL, '--yes'], 'n')).toMatchObject({ code: 0, questions: [] });
    expect(await statusOf()).toBe('cancelled');
  });

  test('does not ask about a cancelled or unknown order', async () => {
    await mandoob(...CANCEL, '--yes');
    expect(await runAtTerminal(CANCEL, 'n')).toMatchObject({ code: 0, questions: [] });
    expect(await runAtTerminal(['orders', 'cancel', '99999'], 'y')).toMatchObject({
      err: expect.stringContaining('There is no order 99999'),
      code: 1,
      questions: [],
    });
    const other = await createTestShop(owner, 'Second');
    const elsewhere = await runAtTerminal([...CANCEL, '--shop', `${other.shop_id}`], 'y');
    expect(elsewhere).toMatchObject({ err: expect.stringContaining('There is no order 10231'), code: 1 });
  });

  test('refuses an order that changed during the question', async () => {
    const packed = () => mandoob('orders', 'status', '10231', 'packed');
    expect(await runAtTerminal(CANCEL, 'y', packed)).toMatchObject({
      err: 'error: Order 10231 is now packed. Nothing was changed: check the order and try again\n',
      code: 1,
    });
    expect(await statusOf()).toBe('packed');
  });

  test('runs twice concurrently and cancels the order once', async () => {
    const both = await Promise.all([runAtTerminal(CANCEL, 'y'), mandoob(...CANCEL, '--yes')]);
    expect(both.map(({ code }) => code).sort()).toEqual(both[0].code === 0 ? [0, 0] : [0, 1]);
    const { history } = JSON.parse((await mandoob('orders', 'show', '10231', '--json')).out);
    const cancelled = history.filter(({ detail }: { detail: { to?: string } }) => detail.to === 'cancelled');
    expect(cancelled).toHaveLength(1);
  });
});

test('orders show prints how an order is paid, why it waits, and why not to hand it over', async () => {
  const shop = await firstShop();
  const either = await addOrder(owner, shop, shop.driver, { pays_either: true });
  const waiting = await addOrder(
    owner,
    shop,
    { driver_id: null },
    { status: 'packed', waits_because: 'payment_unknown' },
  );
  const voided = await addOrder(owner, shop, shop.driver, { waits_because: 'payment_voided' });
  const shown = async ({ order_number }: { order_number: string }) =>
    (await mandoob('orders', 'show', order_number)).out;
  expect(await shown(either)).toMatch(/Payment +Cash or card, pending/);
  expect(await shown(waiting)).toMatch(/Waiting +the meaning of its payment's name is not defined/);
  expect(await shown(voided)).toMatch(/Do not hand over +its payment was voided or has expired/);
  expect(await mandoob('orders', 'assign', waiting.order_number, await emailOf(shop.driver))).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Order ${waiting.order_number} waits in the shop`),
  });
});

test('orders reopen requires a reason, leaves the order packed and unassigned, and appears in orders show', async () => {
  const shop = await firstShop();
  await mandoob('orders', 'import', EXPORT_PATH);
  await mandoob('orders', 'assign', '10231', await emailOf(shop.driver));
  await mandoob('orders', 'cancel', '10231', '--yes');
  expect(await mandoob('orders', 'reopen', '10231')).toMatchObject({
    code: 1,
    err: expect.stringContaining("required option '--reason <text>'"),
  });
  const REOPEN = ['orders', 'reopen', '#10231', '--reason', 'cancelled by mistake'];
  const other = await createTestShop(owner, 'Second');
  expect(await mandoob(...REOPEN, '--shop', `${other.shop_id}`)).toMatchObject({ code: 1 });
  const here = ['--shop', `${shop.shop_id}`];
  expect(await mandoob(...REOPEN, ...here)).toEqual({
    out: 'Order #10231 is packed and unassigned\n',
    err: '',
    code: 0,
  });
  expect(await mandoob(...REOPEN, ...here)).toMatchObject({
    err: 'error: Order 10231 is packed: only a cancelled order can be reopened\n',
    code: 1,
  });
  const shown = (await mandoob('orders', 'show', '10231', ...here)).out;
  expect(shown).toContain('Status           packed\n  Driver           —\n');
  expect(shown).toContain(
    `status, cancelled to packed, reason cancelled by mistake (operator ${userInfo().username})`,
  );
});

test("a customer's text cannot break its line or control the terminal", async () => {
  await firstShop();
  const cells = {
    'Shipping Name': 'Layla\u001b[2J',
    Notes: 'Ring\n\nHistory\n  delivered',
    'Lineitem sku': 'A\u202eB',
  };
  await mandoob('orders', 'import', await fileWith(exportOf(orderRow(cells))));
  const list = (await mandoob('orders', 'list')).out;
  expect(list).toContain('Layla\\u001b[2J');
  const shown = (await mandoob('orders', 'show', '1')).out;
  expect(shown).toContain('Notes            Ring\\n\\nHistory\\n  delivered\n');
  expect(shown).toContain('(A\\u202eB)');
  const bad = { Name: '#2', 'Lineitem quantity': '1\n\u001b2' };
  const imported = await mandoob('orders', 'import', await fileWith(exportOf(orderRow(bad))));
  expect(imported.out).toContain('line 2, column Lineitem quantity: "1\\n\\u001b2" is not a whole number');
  expect((await mandoob('orders', 'show', '9\nerror: none')).err).toBe(
    `error: There is no order 9\\nerror: none in shop ${shop_id}\n`,
  );
  const json = JSON.parse((await mandoob('orders', 'show', '1', '--json')).out);
  expect(json.order).toMatchObject({ notes: cells.Notes, first_name: 'Layla\u001b[2J' });
  for (const { out } of [imported, await mandoob('orders', 'show', '1', '--json')])
    expect(out).not.toMatch(/[^\P{Cc}\n]/u);
});

test('orders list filters by status, limits the rows, and prints text and JSON', async () => {
  await withOwnDatabase(async (_own, own_owner) => {
    const inDemo = (...args: string[]) => runCli(args, alreadyOpen(own_owner));
    await makeDemoShop(own_owner, { password: 'mandoob-demo' });
    const packed = JSON.parse(
      (await inDemo('orders', 'list', '--status', 'packed', '--json')).out,
    ) as object[];
    expect(packed).toHaveLength(4);
    expect(packed[0]).toMatchObject({ order_number: '10237', status: 'packed', driver: 'Bilal Ahmed' });
    const some = await inDemo('orders', 'list', '--limit', '3');
    expect(some.out.split('\n')).toHaveLength(5);
    expect(some.err).toBe('Only the first 3 orders are shown: use --limit for more\n');
  });
});

test('cash commands issue cash, show balances, and verify the book', () =>
  withOwnDatabase(async (own, own_owner) => {
    const { admin } = await createTestShop(own_owner);
    const email = await emailOf(admin, own_owner);
    const cash = (...args: string[]) => runCli(['cash', ...args], alreadyOpen(own_owner));
    expect((await cash('issue', email, '1,250.50')).out).toBe(
      'Issued AED 1,250.50 from the safe to Amal Admin. Cash on hand now: AED 1,250.50\n',
    );
    for (const amount of ['0', '10000000.01']) {
      expect(await cash('issue', '--', email, amount)).toMatchObject({ code: 1 });
    }
    for (const refused of AMOUNT_CASES) {
      if ('reason' in refused)
        expect(await cash('issue', '--', email, refused.text)).toMatchObject({ code: 1 });
    }
    expect((await cash('issue', email, '12.500')).err).toContain('is ambiguous');
    expect((await cash('issue', 'nobody@example.com', '5')).code).toBe(1);
    const balances = JSON.parse((await cash('show', '--json')).out) as object[];
    expect(balances[0]).toMatchObject({ email, cash_on_hand_fils: 125_050, waiting_fils: 0 });
    // Ignores standard error, which shows progress on a slow machine.
    expect(await cash('verify')).toMatchObject({ out: 'The cash book is correct.\n', code: 0 });

    for (const read of AMOUNT_CASES) {
      if (!('amount_fils' in read)) continue;
      const issued = `Issued ${formatMoney(read.amount_fils)} from the safe`;
      expect((await cash('issue', email, read.text)).out).toContain(issued);
    }

    await own.owner.query('update cash_tracking_parts set cash_on_hand_fils = cash_on_hand_fils + 1');
    const wrong = await cash('verify');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('differences in the cash book') });
    expect(wrong.out).toContain('Amal Admin: the balance is not the sum of its posted movements');
  }));

/** Returns the words that lead to this command and to each of its subcommands. */
function commandWords({ commands }: Command, words: string[] = []): string[][] {
  return [words, ...commands.flatMap((command) => commandWords(command, [...words, command.name()]))];
}

test('every command and option has a description', async () => {
  const program = mandoobProgram(opensNothing, { write_out: () => undefined, write_err: () => undefined });
  const all = commandWords(program);
  expect(all).toContainEqual(['orders', 'import']);
  for (const words of all) {
    const { out, code } = await runCli([...words, '--help'], opensNothing);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: ${['mandoob', ...words].join(' ')}`);
    const command = words.reduce(
      (found, word) => found.commands.find((child) => child.name() === word) ?? found,
      program,
    );
    expect([command.description(), ...command.options.map(({ description }) => description)]).not.toContain(
      '',
    );
  }
});
