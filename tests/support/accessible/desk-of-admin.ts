import { expect } from '@playwright/test';
import type { Kept } from '../../../contract/operations/desk/shop/read-kept.schema.ts';
import { inTransaction } from '../../../server/platform/database/transactions.ts';
import { secretBox } from '../../../server/platform/secrets/sealed-secrets.ts';
import { giveCash } from '../e2e-cash.ts';
import { untilNoOverlay } from '../e2e-screens.ts';
import { DESKTOP } from '../e2e-viewports.ts';
import { connectShopify } from '../operations.ts';
import { build } from '../query-builder.ts';
import { addMachine, answers, changes } from './seeds.ts';
import { type Given, go, type State, shows, type Walk } from './walk.ts';

type States = AsyncGenerator<State | string>;

/** The pages of the desk on which an admin changes users, card machines, the shop and its store. */
export const deskOfAdmin: Walk = {
  name: 'the desk of an admin',
  as: 'admin',
  size: DESKTOP,
  at_twice: true,
  screens: [
    '/desk/staff',
    '/desk/machines',
    '/desk/shop',
    '/desk/shop/cash',
    '/desk/shop/deliveries',
    '/desk/shop/names',
    '/desk/shop/kept',
    '/desk/shopify',
  ],
  async *states(given) {
    yield* people(given);
    yield* theShop(given);
    yield* cashSettings(given);
    yield* deliveries(given);
    yield* names(given);
    yield* messages(given);
    yield* store(given);
  },
};

async function* people({ page, server: { owner }, shop }: Given): States {
  const { shop_id, driver } = shop;
  await giveCash(owner, shop_id, driver, 14_500);
  await shop.addOrder();
  const number = 'POS-01';
  const machine = await addMachine(owner, shop_id, { number, holder_driver_id: driver.driver_id });
  await page.goto(`/desk/staff/${driver.user_id}`);
  await expect(page.getByRole('complementary', { name: driver.full_name })).toContainText(
    'Not signed in on any device',
  );
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row')).toHaveCount(5);
  yield 'a user';
  await page.keyboard.press('b');
  const question = page.getByRole('dialog', { name: 'Disable Dawood Driver?' });
  await expect(question).toContainText('1 open order: reassign to another driver');
  yield 'the confirmation before an account is disabled';
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);
  await go(page, `/desk/machines/${machine}`, 'Put back into the shop');
  yield 'a card machine';
}

async function* theShop({ page }: Given): States {
  await go(page, '/desk/shop', 'Retention periods');
  const [days, hours] = [
    page.getByLabel('Erase customers after (days)'),
    page.getByLabel('Promised after (hours)'),
  ];
  const zone = page.getByLabel('Time zone');
  const own_zone = await zone.inputValue();
  await hours.fill('0');
  await zone.fill('Europe/Berlin');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(page, 'Enter a whole number from 1 to 720, or leave it empty');
  yield 'the shop with a rejected value';
  await hours.fill('');
  await zone.fill(own_zone);
  await days.fill('90');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Erase customers after 90 days?' })).toContainText(
    'The first run erases the customers of',
  );
  yield 'the confirmation before customers are erased';
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);
  const at = new Date().toISOString();
  const after = changes<Kept>(() => ({
    erase_customers_after_days: 90,
    last: { erased_at: at, orders: 2, files: 2 },
    old: { due: 3, held: { open: 1, conflict: 1, owed: 0, store: 1, cash: 1 }, more: true },
    backups: [{ name: '/var/backups/monday.backup', made_at: at }],
    backups_in_all: 3,
  }));
  await page.route('**/api/desk/kept*', after);
  await go(page, '/desk/shop/kept', 'monday.backup');
  yield 'the retention settings';
}

async function* cashSettings({ page }: Given): States {
  await go(page, '/desk/shop/cash', 'Own ceilings');
  const limits = page.getByRole('region', { name: 'Limits' });
  await limits.getByLabel('Limit of floats (AED)').fill('0');
  await limits.getByRole('button', { name: 'Save' }).click();
  await shows(page, 'Enter an amount above AED 0.00');
  yield 'the settings of cash with a rejected limit';
}

async function* deliveries({ page }: Given): States {
  await go(page, '/desk/shop/deliveries', 'Drivers set out themselves');
  await expect(page.getByLabel('Text of the reason')).toHaveCount(8);
  yield 'the settings of deliveries';
  await page.getByRole('button', { name: 'Add a reason' }).click();
  await page
    .getByRole('region', { name: /^Reasons of/ })
    .getByRole('button', { name: 'Save' })
    .click();
  await shows(page, 'Enter the text of the reason');
  yield 'a reason without a text';
}

async function* messages({ page }: Given): States {
  await go(page, '/desk/shop/deliveries', 'Messages to customers');
  await page.getByRole('radio', { name: 'العربية' }).check();
  await page.getByLabel(/^On the way/).fill('مرحباً {customer}، {custmer}');
  await page.getByText('Placeholders', { exact: true }).click();
  await shows(page, /^Unknown placeholder/);
  yield 'messages to customers with an unknown placeholder';
}

async function* names({ page, server: { owner }, shop: { shop_id } }: Given): States {
  const [first_seen_at, defined_at] = [new Date(), new Date()];
  const seen = { shop_id, kind: 'payment', first_seen_at };
  await build(owner)
    .insertInto('source_names')
    .values([
      { ...seen, key: 'visa', name: 'Visa' },
      { ...seen, key: 'cod', name: 'COD', meaning: 'cash', defined_at },
    ])
    .execute();
  await go(page, '/desk/shop/names', 'Names to define');
  await page.getByLabel('Visa', { exact: true }).selectOption('Card machine on delivery');
  await shows(page, 'Not saved yet');
  yield 'payment names';
  await page.getByRole('button', { name: 'Save the meanings' }).click();
  await expect(page.getByRole('dialog', { name: 'Save 1 meaning?' })).toContainText('No open order changes.');
  yield 'the confirmation before a name is defined';
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);
}

async function* store({ page, server: { owner }, shop: { shop_id } }: Given): States {
  await page.route(
    '**/api/store/try',
    answers('credentials_refused', 'Shopify refuses the credentials (401)'),
  );
  await go(page, '/desk/shopify', 'The store cannot notify this server of new orders');
  await page.getByLabel('Address of the store').fill('my-shop.myshopify.com');
  await page.getByLabel('Admin API access token').fill('shpat_wrong');
  await page.getByLabel('API secret key').fill('shpss_wrong');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await shows(page, 'It reports: Shopify refuses the credentials (401)');
  yield 'a store that rejects the credentials';
  await inTransaction(owner, (tx) =>
    connectShopify(tx, secretBox(['another secret that is long enough for this']), {
      shop_id,
      shop_domain: `store-${shop_id}.myshopify.com`,
      credentials: { token: 'shpat_x' },
      secret: 'shpss_x',
    }),
  );
  await page.goto('/desk/shopify');
  await expect(page.getByRole('region', { name: `store-${shop_id}.myshopify.com` })).toBeVisible();
  await shows(page, 'There is no pending work.');
  yield 'the connected store';
}
