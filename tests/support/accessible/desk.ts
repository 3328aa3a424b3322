import { expect } from '@playwright/test';
import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { inTransaction } from '../../../server/platform/database/transactions.ts';
import { silentLog } from '../../../server/platform/logging/log.ts';
import { processWebhooks } from '../../../server/shopify/webhooks/process-webhooks.ts';
import { type Banked, bankCash } from '../banked-cash.ts';
import { drawSignature } from '../e2e-cash.ts';
import { prepare, send, signInDevice } from '../e2e-device.ts';
import { dismissToasts, untilNoOverlay } from '../e2e-screens.ts';
import { ARABIC_NAME } from '../e2e-shop.ts';
import { DESKTOP } from '../e2e-viewports.ts';
import { cancelOrder } from '../operations.ts';
import { build } from '../query-builder.ts';
import { payloadText, shopifyOrder } from '../shopify-payload.ts';
import { attemptsAtDesk } from './attempts-at-desk.ts';
import { paymentsAtDesk } from './payments-at-desk.ts';
import { secondPersonAtDesk } from './second-person-at-desk.ts';
import { addDevice, changes } from './seeds.ts';
import { voidAtDesk } from './void-at-desk.ts';
import { type Given, go, leaveForm, type State, shows, type Way } from './walk.ts';

type States = AsyncGenerator<State | string>;

const DAYS = 'from=2026-01-01&to=2029-12-31';
const LONG = 'Abdulrahman bin Mohammed Al Mansouri عبد الرحمن بن محمد المنصوري '.repeat(3).trim();

/** The pages of the desk that a manager uses. */
export const deskOfManager: Way = {
  name: 'the desk of a manager',
  as: 'manager',
  size: DESKTOP,
  async *states(given) {
    const deposit = await bankCash(given);
    yield* orders(given);
    yield* cash(given, deposit);
    yield* reports(given);
    yield* drivers(given);
    yield* audit(given);
    yield* secondPersonAtDesk(given);
    yield* paymentsAtDesk(given);
    yield* imports(given);
    yield* notImported(given);
    yield* devicesAndFloats(given);
    yield* voidAtDesk(given);
    yield* attemptsAtDesk(given);
  },
};

async function* orders({ page, server, shop }: Given): States {
  const { owner, url } = server;
  const { shop_id } = shop;
  // An order of a user who is not a driver is unassigned.
  await shop.addOrder({ driver: shop.admin, status: 'packed' });
  const open = await shop.addOrder({ customer: { first_name: ARABIC_NAME, last_name: '' } });
  const met = await shop.addOrder({ order_number: '3081' });
  const delivery = prepare(await signInDevice(url, shop, shop.driver), met);
  await inTransaction(owner, (tx) => cancelOrder(tx, { shop_id, order_id: met.id, now: new Date() }));
  await send(delivery);

  await page.goto('/desk?view=all');
  await expect(page.getByRole('grid', { name: 'Orders' }).getByRole('row')).toHaveCount(5);
  yield 'orders';
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('Select to here');
  yield 'keyboard shortcuts';
  await leaveForm(page);
  await go(page, '/desk/cash', 'Cash holdings');
  yield 'cash holdings, next to the orders';
  await go(page, `/desk/orders/${met.id}?view=conflicts`, 'Delivery conflict');
  await shows(page, 'Conflict: delivered though it was cancelled, AED 145.00 by Cash');
  yield 'a conflict';
  await go(page, `/desk/orders/${open.id}`, `Order #${open.order_number}`);
  await expect(page.getByRole('button', { name: 'Correct' })).toBeEnabled();
  await page.keyboard.press('e');
  await page.getByLabel('Shipping (AED)').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(page, 'Enter a reason.');
  yield 'a rejected order correction';
  await leaveForm(page);
  await go(page, '/desk?view=all', 'Orders');
  await expect(page.getByRole('complementary', { name: /^Order #/ })).toHaveCount(0);
  await page.keyboard.press('n');
  await page.getByLabel('Customer *').fill(`${ARABIC_NAME} عبد الرحمن`);
  const item = page.getByRole('group', { name: 'Item 1' });
  await item.getByLabel('Item', { exact: true }).fill('Dates');
  await item.getByLabel('Price of one').fill('12.50');
  await page.getByRole('button', { name: 'Add an item' }).click();
  await expect(page.getByRole('group', { name: 'Item 2' })).toBeVisible();
  yield 'adding an order';
  await leaveForm(page);
}

async function* cash({ page }: Given, { order, reference }: Banked): States {
  await go(page, `/desk/orders/${order.id}`, `Order #${order.order_number}`);
  const path = page.getByRole('region', { name: 'Path of the cash' });
  await expect(path).toContainText('In the bank');
  await page.getByRole('button', { name: 'Show the photo' }).click();
  await expect(page.getByRole('img', { name: /as it was delivered$/ })).toBeVisible();
  yield 'a delivered order, its photo and the path of its cash';
  await path.getByRole('link', { name: reference }).click();
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByRole('button', { name: 'Show the slip' }).click();
  await expect(documents.getByRole('img', { name: `The bank's slip of ${reference}` })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Orders this cash came from' })).toContainText('AED 120.00');
  yield 'a deposit and its documents';
}

async function* reports({ page, shop }: Given): States {
  const total = page.getByRole('row', { name: /^Total/ });
  const figure = page.getByRole('figure');
  await go(page, '/desk/today', 'Collected today');
  await expect(page.getByRole('link', { name: /^Held\b/ }).first()).toContainText('AED');
  yield 'today';
  const today = dayOf(new Date(), shop.time_zone);
  await go(page, `/desk/reports/holders?from=2026-01-01&to=${today}`, 'Cash by holder');
  await expect(total).toContainText('AED');
  await page.keyboard.press('c');
  await expect(figure).toContainText('at the end of each');
  yield 'cash holders over time, with the chart';
  await go(page, `/desk/reports/deliveries?${DAYS}`, 'Deliveries');
  await expect(figure).toContainText('Deliveries by hour of the day');
  await expect(total.last()).toBeVisible();
  yield 'deliveries by hour';
  await go(page, `/desk/reports/drivers?${DAYS}`, 'Drivers');
  await expect(figure.getByRole('link').first()).toBeVisible();
  yield 'takings by driver';
  await go(page, `/desk/reports/movements?${DAYS}`, 'Cash book');
  await expect(total).toContainText('AED');
  yield 'the cash book';
  await page.keyboard.press('Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Export Cash book' });
  await expect(dialog).toContainText('with the totals.');
  yield 'the export dialog';
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await (await saving).cancel();
  await expect(page.getByRole('region', { name: 'Your export' })).toContainText('is saved');
  await untilNoOverlay(page);
  yield 'the progress line of an export';
  await page.getByRole('region', { name: 'Your export' }).getByRole('button', { name: 'Dismiss' }).click();

  await page.route('**/api/desk/driver-day*', changes<DriverDay>(fullDay));
  await go(page, `/desk/reports/driver-day/${shop.driver.user_id}?day=${today}`, 'DXB-2026-1082');
  yield "a driver's day";
}

/** A day whose rows overflow the page everywhere. */
function fullDay(of: DriverDay): Partial<DriverDay> {
  const at = new Date(Date.parse(of.starts_at) + 3_600_000).toISOString();
  const deliveries = Array.from({ length: 83 }, (_, index) => ({
    ...{ id: newId(), order_id: newId(), order_number: `DXB-2026-${1000 + index}`, delivered_at: at },
    ...{ tender: 'cash' as const, collected_fils: 14_500 + index, late: index % 9 === 0 },
    ...{ pending_fils: 0, owed_fils: index % 7 === 0 ? 500 : 0, partial: index % 8 === 0 },
  }));
  const handovers = Array.from({ length: 8 }, (_, index) => ({
    ...{ id: newId(), amount_fils: 100_000_00, difference_fils: null, completed_at: at, with_name: LONG },
    handover_type: index === 7 ? ('end' as const) : ('collection' as const),
    reference: `${newId()}_${newId()}_2026-11-23T10:00:0${index}.000Z`,
    card_machine: index === 7 ? 'POS'.repeat(33) : null,
    voided: index === 6,
  }));
  return { shop_name: LONG, driver_name: LONG, deliveries, handovers, handed: 8 };
}

async function* drivers({ page, shop }: Given): States {
  await go(page, '/desk/drivers', shop.driver2.full_name);
  await expect(page.getByRole('region', { name: shop.driver.full_name }).getByRole('listitem')).toHaveCount(
    1,
  );
  yield 'the driver board';
  await page.getByRole('button', { name: /^Move Order #/ }).focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('combobox')).toBeVisible();
  yield 'moving a stop';
  await leaveForm(page);
}

async function* audit({ page }: Given): States {
  await go(page, '/desk/audit', 'Audit');
  await page.getByRole('link', { name: 'Delivered an order' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Delivered an order' })).toContainText(
    'Command (for support)',
  );
  yield 'one event of the audit trail';
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Delivered an order' })).toBeHidden();
  yield 'the audit trail';
}

const LIST = [
  'Ref;Client;Tel;Where;To pay;Pay by',
  'A-1;ليلى;0501234567;Villa 9;145,10;COD',
  'A-2;Omar;501112223;Gate 2;12,345;COD',
  'A-3;Sami;501112224;Gate 4;10,00;Zest Pay',
].join('\r\n');

async function* imports({ page }: Given): States {
  await go(page, '/desk/import', 'Orders from a file');
  yield 'choosing a file to import';
  const file = { name: 'list.csv', mimeType: 'application/octet-stream', buffer: Buffer.from(LIST) };
  await page.getByLabel('Order file').setInputFiles(file);
  for (const [column, header] of [
    ['Order number', 'Ref'],
    ["Customer's name", 'Client'],
    ['Address', 'Where'],
    ['Order total', 'To pay'],
    ['Payment method', 'Pay by'],
    ['Phone', 'Tel'],
  ] as const)
    await page.getByLabel(column, { exact: true }).selectOption(header);
  await shows(page, 'For example: ليلى');
  yield 'choosing the columns';
  await page.getByRole('button', { name: 'Preview the orders' }).click();
  await shows(page, 'What do these names mean?');
  await page.getByLabel(/Zest Pay/).selectOption('Instalments or wallet');
  await page.getByRole('button', { name: 'Save and preview again' }).click();
  await page.getByRole('radio', { name: 'Error 1' }).check();
  await expect(page.getByRole('row', { name: /A-2.*To pay.*12,345/ })).toBeVisible();
  yield 'the preview of an import';
  // Without a connection the import continues later; the rest of the desk shows a line about it.
  await page.route('**/api/import/orders', (route) => route.abort());
  await page.getByRole('button', { name: /^Import 2 orders/ }).click();
  await shows(page, 'It continues automatically.');
  await go(page, '/desk?view=all', 'Orders');
  const line = page.getByRole('region', { name: 'Your import' });
  await expect(line).toContainText('No connection. It continues automatically.');
  yield { what: 'orders while an import continues', busy: true };
  await page.unroute('**/api/import/orders');
  await expect(line).toContainText('2 orders were added');
  await line.getByRole('link', { name: 'Show' }).click();
  await shows(page, '2 orders were added');
  yield 'a finished import';
}

const NOWHERE = { name: 'ليلى', city: 'Dubai', address1: null };

async function* notImported({ page, server: { owner }, shop: { shop_id } }: Given): States {
  const receive = async (number: string, changed: object) => {
    const payload = payloadText(shopifyOrder({ id: `88${number}`, name: `#${number}`, ...changed }));
    const row = { shop_id, id: newId(), webhook_id: `hook-${number}`, topic: 'orders/create', payload };
    await build(owner).insertInto('shopify_webhooks').values(row).execute();
    await processWebhooks(owner, silentLog, { shop_id, now: () => new Date() });
  };
  await receive('6002', { shipping_address: NOWHERE, billing_address: NOWHERE });
  await receive('6003', { line_items: [{ name: '', quantity: 1, price: 'free' }] });
  await go(page, '/desk/not-taken', '#6003');
  await page.getByRole('link', { name: '#6003' }).click();
  await expect(page.getByRole('complementary', { name: '#6003' })).toContainText('Price of item 1');
  yield 'orders that were not imported, one of them open';
  const payload = payloadText(shopifyOrder({ id: '886002', name: '#6002' }));
  const changed = build(owner)
    .updateTable('shopify_webhooks')
    .set({ payload })
    .where('shop_id', '=', shop_id);
  await changed.where('webhook_id', '=', 'hook-6002').execute();
  await page.keyboard.press('Shift+R');
  await shows(page, '1 of 2 resolved');
  const row = page.getByRole('row').filter({ hasText: '#6002' });
  await expect(row.getByText('Imported', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: '#6002' }).click();
  await expect(page.getByRole('link', { name: 'Show the existing order' })).toBeVisible();
  yield 'a retried order, with its toast';
  await dismissToasts(page);
}

async function* devicesAndFloats({ page, server: { owner }, shop }: Given): States {
  const { shop_id } = shop;
  const id = await addDevice(owner, { shop_id, user: shop.driver, state: 'missing', minutes: 60 });
  await go(page, `/desk/devices/${id}`, 'Explain');
  yield 'a device that misses a command';
  await go(page, '/desk/floats', 'No floats yet');
  await page.keyboard.press('n');
  await page.getByLabel('Amount (AED)').fill('300');
  await drawSignature(page, 'Admin Signature');
  await page.getByRole('button', { name: 'Type name instead' }).last().click();
  await page.getByLabel('Full name, as a signature').fill('Mona Manager');
  yield 'a float being signed';
  await page.getByRole('button', { name: 'Record Float' }).click();
  await expect(page.getByRole('table', { name: 'Floats' }).getByRole('row')).toHaveCount(2);
  await untilNoOverlay(page);
  await dismissToasts(page);
  yield 'floats';
}
