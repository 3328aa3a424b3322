import { join } from 'node:path';
import { dataPaths, isThere } from '../../server/platform/data-directory/data-directory.ts';
import { isAlive } from '../../server/platform/process-table.ts';
import { mandoob } from '../support/e2e-cli.ts';
import { fillSignIn } from '../support/e2e-screens.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { EXPORT_PATH } from '../support/shopify-export.ts';
import { limitMs } from '../support/time-limits.ts';

const START = { program: 'scripts/start.mjs' };
const DEMO = { args: ['--demo'] };
/** The time limit of a stop: the database writes its memory to disk before it ends. */
const STOPPED_MS = limitMs(20_000);

test.use({ startsEmpty: true });

test('the first start prints commands to create shop and staff, which lead to a sign-in; closing the terminal stops server and database', {
  tag: '@journeys',
}, async ({ ownServers, page }) => {
  const server = await ownServers.start(START);
  expect(server.output()).toContain(`with DATA_DIR set to ${ownServers.data_dir}:`);
  const commands = server
    .output()
    .split('\n')
    .flatMap((line) => /^ +node bin\/mandoob\.mjs (.+)$/.exec(line)?.[1] ?? []);
  expect(commands.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual([
    'shop add',
    'staff add',
    'staff add',
    'orders import',
  ]);
  const outputs: string[] = [];
  for (const command of commands) {
    const parts = (command.match(/"[^"]*"|\S+/g) ?? []).map((part) => part.replaceAll('"', ''));
    const args = parts.map((part) => (part === 'orders_export.csv' ? EXPORT_PATH : part));
    const { output } = await mandoob(ownServers.data_dir, ...args);
    outputs.push(output);
  }
  expect(outputs[0]).toContain('Added shop 1: My Shop (Asia/Dubai)');
  const orders = await mandoob(ownServers.data_dir, 'orders', 'list', '--json');
  expect((JSON.parse(orders.output) as unknown[]).length).toBeGreaterThan(20);

  for (const [email, output] of [
    ['admin@example.com', outputs[1]],
    ['driver@example.com', outputs[2]],
  ]) {
    const password = /One-time password, shown only now: (\S+)/.exec(output ?? '')?.[1] ?? '';
    await page.goto(`${server.url}/login`);
    await fillSignIn(page, email ?? '', password);
    await expect(page.getByText('Welcome back, Full Name')).toBeVisible();
    // The operator set this password: no page opens before it is changed.
    await expect(page.getByRole('heading', { name: 'Choose Your Own Password' })).toBeVisible();
    await page.getByLabel('Current Password').fill(password);
    await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat New Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Shop #1')).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('mandoob.session'));
  }
  expect(await server.stop()).toBe(0);

  const again = await ownServers.start(START);
  expect(again.output()).not.toContain('mandoob.mjs');
  process.kill(again.pid, 'SIGHUP');
  const lock = join(dataPaths(ownServers.data_dir).cluster, 'postmaster.pid');
  await expect.poll(() => isThere(lock), { timeout: STOPPED_MS }).toBe(false);
  // The server is still stopping: a second signal would change its exit code.
  await expect.poll(() => isAlive(again.pid)).toBe(false);
  expect(await again.stop()).toBe(0);
  await expect(ownServers.start(DEMO)).rejects.toThrow(
    'This database contains a real shop: the demo needs an empty one.',
  );
});

test('the demo prints its accounts, which can sign in; the real start refuses its database', {
  tag: '@journeys',
}, async ({ ownServers, page }) => {
  const demo = await ownServers.start(DEMO);
  await expect.poll(() => demo.output()).toContain('with the password mandoob-demo');
  for (const [login, text] of [
    ['driver', 'Pending Deliveries'],
    ['admin', 'Cash on Hand'],
  ]) {
    await page.goto(`${demo.url}/login`);
    await fillSignIn(page, `${login}@demo.mandoob.example`, 'mandoob-demo');
    await expect(page.getByText(text ?? '')).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('mandoob.session'));
  }
  await expect(ownServers.start(DEMO)).rejects.toThrow('is already using');
  expect(await demo.stop()).toBe(0);
  await expect(ownServers.start(START)).rejects.toThrow(
    'This database contains the demo shop. Start it with `npm run demo`.',
  );
});
