import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDemoShop } from '../../database/demo/demo-shop.ts';
import { EXPORT_PATH, exportOf, orderRow } from '../../tests/support/shopify-export.ts';
import { alreadyOpen, opensNothing, runCli } from '../../tests/support/test-cli.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { type Database, databaseOf } from '../platform/database.ts';
import { mandoobProgram } from './program.ts';

let database: TestDatabase;
let owner: Database;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOf(database.owner);
  directory = await mkdtemp(join(tmpdir(), 'mandoob-import-'));
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const mandoob = (...args: string[]) => runCli(args, alreadyOpen(owner));

async function fileWith(content: string): Promise<string> {
  const path = join(directory, 'orders.csv');
  await writeFile(path, content);
  return path;
}

async function emailOf({ user_id }: { user_id: string }): Promise<string> {
  const { email } = await owner
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return email;
}

async function firstShop(): Promise<TestShop> {
  return createTestShop(owner);
}

test('a good file: summary and exit code 0, twice', async () => {
  await firstShop();
  expect(await mandoob('orders', 'import', EXPORT_PATH)).toEqual({
    out: 'Orders: 24 imported, 0 already there, 0 bad (62 rows)\n',
    err: '',
    code: 0,
  });
  expect((await mandoob('orders', 'import', EXPORT_PATH)).out).toBe(
    'Orders: 0 imported, 24 already there, 0 bad (62 rows)\n',
  );
});

test('bad rows: each named by line and column, exit code 1; the good ones are there', async () => {
  await firstShop();
  const path = await fileWith(
    exportOf(orderRow(), orderRow({ Name: '#2', Total: '1' }), orderRow({ Name: '#3', Currency: 'USD' })),
  );
  const { out, code } = await mandoob('orders', 'import', path);
  expect(out.split('\n')).toEqual([
    'not imported: line 3, column Total: AED 1.00 does not follow from subtotal AED 23.90, shipping AED 10.00 and taxes AED 0.00 (order 2)',
    'left out: line 4, column Currency: not imported, the order is in USD, not in AED (order 3)',
    'Orders: 1 imported, 0 already there, 1 left out, 1 bad (3 rows)',
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

test('an order that changed is named, which is no error', async () => {
  await firstShop();
  await mandoob('orders', 'import', await fileWith(exportOf(orderRow())));
  const changed = await mandoob('orders', 'import', await fileWith(exportOf(orderRow({ Notes: 'new' }))));
  expect(changed.out).toContain(
    'left as it is: line 2, column Notes: already imported with other contents (order 1)',
  );
  expect(changed.code).toBe(0);
});

test('an unreadable file: exit code 2', async () => {
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

test('of several shops one has to be named', async () => {
  await firstShop();
  const second = await createTestShop(owner, 'Second');
  const refused = await mandoob('orders', 'import', EXPORT_PATH);
  expect(refused).toMatchObject({
    code: 1,
    err: 'error: There are several shops: say which with --shop <id>\n',
  });
  expect(await mandoob('orders', 'import', EXPORT_PATH, '--shop', '999')).toMatchObject({ code: 1 });
  expect(await mandoob('orders', 'import', EXPORT_PATH, '--shop', `${second.shop_id}`)).toMatchObject({
    code: 0,
  });
});

test('an order goes to whoever has Next Order only, driver record or not', async () => {
  const shop = await firstShop();
  const email = await emailOf(shop.driver);
  await mandoob('orders', 'import', EXPORT_PATH);
  for (const [role, told] of [
    ['Admin', `error: ${email} is Admin and cannot deliver\n`],
    [null, `error: ${email} is without a role and cannot deliver\n`],
  ] as const) {
    await owner.updateTable('profiles').set({ role }).where('id', '=', shop.driver.user_id).execute();
    expect(await mandoob('orders', 'assign', '10231', email)).toMatchObject({ code: 1, err: told });
  }
  await owner
    .updateTable('profiles')
    .set({ role: 'Manager' })
    .where('id', '=', shop.driver.user_id)
    .execute();
  expect(await mandoob('orders', 'assign', '10231', email)).toMatchObject({ code: 0 });
});

test('an order from its import to the road, told by show', async () => {
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
  expect(shown).toContain('Due at the door  AED 17.49');
  expect(shown).toMatch(/assigned, Dawood Driver \(the shop's system\)/);
  expect(shown).toMatch(/status, picking to dispatching/);
  const json = JSON.parse((await mandoob('orders', 'show', '10231', '--json')).out);
  expect(json).toMatchObject({ order: { due_amount_fils: 1749 }, items: [{ qty: 1 }], confirmations: [] });

  expect(await mandoob('orders', 'cancel', '10231')).toMatchObject({ code: 0 });
  expect((await mandoob('orders', 'cancel', '10231')).code).toBe(0);
  expect((await mandoob('orders', 'status', '10231', 'packed')).err).toBe(
    'error: Order 10231 is cancelled and cannot become packed: that is no step of an order\n',
  );
  expect((await mandoob('orders', 'show', '99999')).err).toContain('There is no order 99999');
});

test('a list by status, in words and as JSON', async () => {
  await makeDemoShop(owner, { password: 'mandoob-demo' });
  const packed = JSON.parse(
    (await mandoob('orders', 'list', '--status', 'packed', '--json')).out,
  ) as object[];
  expect(packed).toHaveLength(4);
  expect(packed[0]).toMatchObject({ order_number: '10237', status: 'packed', driver: 'Bilal Ahmed' });
  const some = await mandoob('orders', 'list', '--limit', '3');
  expect(some.out.split('\n')).toHaveLength(5);
  expect(some.err).toBe('Only the first 3: say --limit for more\n');
});

test('cash: issue, show, verify', async () => {
  const shop = await firstShop();
  const email = await emailOf(shop.admin);
  expect((await mandoob('cash', 'issue', email, '1,250.50')).out).toBe(
    'Issued AED 1,250.50 from the safe to Amal Admin. Cash on hand now: AED 1,250.50\n',
  );
  for (const amount of ['0', '-5', '1e3', '10000000.01', 'ten']) {
    expect(await mandoob('cash', 'issue', '--', email, amount)).toMatchObject({ code: 1 });
  }
  expect((await mandoob('cash', 'issue', 'nobody@example.com', '5')).code).toBe(1);
  const balances = JSON.parse((await mandoob('cash', 'show', '--json')).out) as object[];
  expect(balances[0]).toMatchObject({ email, cash_on_hand_fils: 125_050, waiting_fils: 0 });
  expect(await mandoob('cash', 'verify')).toEqual({ out: 'The cash book is right.\n', err: '', code: 0 });

  await database.owner.query('update cash_tracking set cash_on_hand_fils = cash_on_hand_fils + 1');
  const wrong = await mandoob('cash', 'verify');
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('differences in the cash book') });
  expect(wrong.out).toContain('Amal Admin: the balance is not the sum of its posted movements');
});

/** The words that lead to each command below this one, and to itself. */
function commandWords({ commands }: Command, words: string[] = []): string[][] {
  return [words, ...commands.flatMap((command) => commandWords(command, [...words, command.name()]))];
}

test('every command and every option explains itself', async () => {
  const program = mandoobProgram(opensNothing, { write_out: () => undefined, write_err: () => undefined });
  const all = commandWords(program);
  expect(all).toContainEqual(['orders', 'import']);
  for (const words of all) {
    const { out, code } = await mandoob(...words, '--help');
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
