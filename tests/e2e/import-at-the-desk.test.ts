import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { pressDespiteDisabledLook } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { encodedIn } from '../support/encoded-text.ts';
import { build } from '../support/query-builder.ts';
import { type SheetCell, workbookOf } from '../support/sample-workbook.ts';

test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

async function openImport(page: Page): Promise<void> {
  await page.goto('/desk/import');
  await expect(page.getByRole('heading', { name: 'Import', level: 2 })).toBeVisible();
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Order file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

const DATED_LIST = `Ref,Client,Tel,Where,To pay,Pay by,Delivery date
B-1,Omar,,Gate 2,50,COD,11/05/2026
B-2,Sara,,Gate 3,60,COD,11/06/2026
`;

type Amounts = { first: string; third: string; fourth: string };

/** A list as older Arabic programs save it: Arabic in a single-byte encoding, semicolons, decimal commas. */
function oldList({ first, third, fourth }: Amounts): Buffer {
  const rows = [
    `;0501234567;Villa 9;${first};COD`,
    'A-2;Omar;501112223;Gate 2;1250;Zest Pay',
    `A-3;Sara;;Gate 3;${third};COD`,
    `A-4;Sami;;Gate 4;${fourth};COD`,
    ';;;;;',
  ];
  return Buffer.concat([
    Buffer.from('Ref;Client;Tel;Where;To pay;Pay by\r\nA-1;'),
    Buffer.from([0xe1, 0xed, 0xe1, 0xec]),
    Buffer.from(`${rows.join('\r\n')}\r\n`),
  ]);
}

const OLD_LIST = oldList({ first: '145,10', third: '12,345', fourth: '9.999' });
const CORRECTED = oldList({ first: '150', third: '12345', fourth: '9,99' });

test('the columns and values of a list are mapped once, its cells are corrected, and importing the file again adds nothing', async ({
  server,
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await openImport(page);
  await choose(page, 'list.csv', OLD_LIST);
  const show = page.getByRole('button', { name: 'Preview the orders' });
  await pressDespiteDisabledLook(show);
  await expect(page.getByText('Choose a column').first()).toBeVisible();
  await page.getByLabel('Order number', { exact: true }).selectOption('Ref');
  await page.getByLabel("Customer's name", { exact: true }).selectOption('Client');
  await page.getByLabel('Address', { exact: true }).selectOption('Where');
  await page.getByLabel('Order total', { exact: true }).selectOption('To pay');
  await page.getByLabel('Payment method', { exact: true }).selectOption('Pay by');
  await page.getByLabel('Phone', { exact: true }).selectOption('Tel');
  await expect(page.getByText('For example: ليلى')).toBeVisible();
  await show.click();

  await expect(page.getByText('What do these names mean?')).toBeVisible();
  await page.getByRole('radio', { name: 'Error 2' }).check();
  await expect(page.getByRole('row', { name: /A-3.*To pay.*12,345/ })).toContainText(
    'may mean thousands or decimals',
  );
  await expect(page.getByRole('row', { name: /A-4.*To pay/ })).toContainText(
    '"9.999" may mean thousands or decimals',
  );
  await page.getByLabel(/Zest Pay/).selectOption('Instalments or wallet');
  await expect(page.getByText('Another company pays the shop. Nothing is collected.')).toBeVisible();
  await page.getByRole('button', { name: 'Save and preview again' }).click();
  await expect(page.getByText('What do these names mean?')).toBeHidden();
  await expect(page.getByRole('row', { name: /A-1/ })).toContainText('145.10');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the list of errors' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(
    /^\uFEFFRow,Order,Column,Value,Problem\r\n4,A-3,To pay,"12,345"/,
  );
  expect(await ordersOf(server.owner, shop.shop_id)).toEqual([]);

  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 orders were added')).toBeVisible();
  expect(await ordersOf(server.owner, shop.shop_id)).toEqual([
    { order_number: 'A-1', due_amount_fils: 14_510, payment_method: 'cash' },
    { order_number: 'A-2', due_amount_fils: 0, payment_method: 'online' },
  ]);

  // With corrected cells the remaining orders are new; an order that differs is not changed unless the user
  // requests it.
  await page.getByRole('button', { name: 'Import a file' }).click();
  await choose(page, 'list.csv', CORRECTED);
  await page.getByRole('radio', { name: 'Differs 1' }).check();
  await expect(page.getByRole('row', { name: /A-1.*Amount due.*145\.10.*150\.00/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import 2 orders/ })).toBeVisible();
  await page.getByLabel(/^Also change the one open order that differs/).check();
  // Another user changes it concurrently: that change stays and is reported.
  const meanwhile = { total_amount_fils: 14_000, subtotal_fils: 14_000, due_amount_fils: 14_000 };
  const changing = build(server.owner)
    .updateTable('orders')
    .set(meanwhile)
    .where('shop_id', '=', shop.shop_id);
  await changing.where('order_number', '=', 'A-1').execute();
  await page.getByRole('button', { name: /^Import or change 3 orders/ }).click();
  await expect(page.getByText('1 changed since the preview and was skipped')).toBeVisible();
  await expect(page.getByText('Skipped: A-1')).toBeVisible();
  await page.getByRole('button', { name: 'Import a file' }).click();
  await choose(page, 'list.csv', CORRECTED);
  await page.getByLabel(/^Also change the one open order that differs/).check();
  await page.getByRole('button', { name: /^Import or change 1 order/ }).click();
  await expect(page.getByText('1 open order was changed')).toBeVisible();
  expect(await ordersOf(server.owner, shop.shop_id)).toEqual([
    { order_number: 'A-1', due_amount_fils: 15_000, payment_method: 'cash' },
    { order_number: 'A-2', due_amount_fils: 0, payment_method: 'online' },
    { order_number: 'A-3', due_amount_fils: 1_234_500, payment_method: 'cash' },
    { order_number: 'A-4', due_amount_fils: 999, payment_method: 'cash' },
  ]);

  await page.getByRole('button', { name: 'Import a file' }).click();
  await choose(page, 'list.csv', CORRECTED);
  await expect(page.getByRole('radio', { name: 'Unchanged 4' })).toBeVisible();
  await pressDespiteDisabledLook(page.getByRole('button', { name: /^Import 0 orders/ }));
  await expect(page.getByText('There is nothing new in this file').last()).toBeVisible();

  // Dates that are valid in both orders lead to one question for the whole file.
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'dated.csv', Buffer.from(DATED_LIST));
  await show.click();
  await expect(page.getByText('Does 11/05/2026 mean 11 May 2026 or 05 Nov 2026?')).toBeVisible();
  await pressDespiteDisabledLook(page.getByRole('button', { name: /^Import 2 orders/ }));
  await page.getByLabel('Month first (05 Nov 2026 to 06 Nov 2026)').check();
  await page.getByRole('button', { name: 'Read the dates like this' }).click();
  await expect(page.getByText('11/05/2026 is read as 05 Nov 2026')).toBeVisible();
  await page.getByRole('button', { name: /^Import 2 orders/ }).click();
  await expect(page.getByText('2 orders were added')).toBeVisible();
  const { rows: promised } = await promisedOf(server.owner, shop.shop_id);
  expect(promised.filter((at) => at !== null).toSorted((one, other) => Number(one) - Number(other))).toEqual([
    new Date('2026-11-05T19:59:00Z'),
    new Date('2026-11-06T19:59:00Z'),
  ]);
});

const TITLE: SheetCell[][] = [
  ['Orders of today'],
  [],
  ['Order number', 'Name', 'Address', 'Total', 'Payment method', 'Delivery date'],
];

test('an Excel file is imported with exact amounts, stopped between batches, and continued', {
  tag: '@journeys',
}, async ({ server, shop, signedIn }) => {
  const page = await signedIn(shop.manager);
  await openImport(page);
  const rows = Array.from({ length: 500 }, (_, at): SheetCell[] => [
    { number: String(2000 + at) },
    `Customer ${at}`,
    `Villa ${at}`,
    { number: '145.10000000000002' },
    'Cash',
    { date: '46346.75' },
  ]);
  const broken: SheetCell[][] = [
    [{ number: '3000' }, 'Broken', 'Villa', { failed: '#DIV/0!' }, 'Cash', null],
    [{ number: '3001' }, 'Merged', 'Villa', { number: '5' }, 'Cash', null],
    [{ number: '3002' }, null, 'Villa', { number: '5' }, 'Cash', null],
  ];
  const file = workbookOf({ Today: [...TITLE, ...rows, ...broken], 'Old & gone': [['Nothing']] }, [
    'A1:F1',
    'B505:B506',
  ]);
  await choose(page, 'orders.xlsx', file);
  await expect(page.getByLabel('Sheet')).toHaveValue('Today');
  await page.getByRole('button', { name: 'Preview the orders' }).click();
  await expect(page.getByRole('radio', { name: 'New 500' })).toBeVisible();
  await page.getByRole('radio', { name: 'Error 3' }).check();
  await expect(page.getByRole('row', { name: /3000/ })).toContainText('#DIV/0!');
  await expect(page.getByRole('row', { name: /3002/ })).toContainText('is merged with other rows');

  // The second batch gets no response until the user has left the page, returned and pressed Cancel.
  const line = page.getByRole('region', { name: 'Your import' });
  let batches = 0;
  await page.route('**/api/import/orders', async (route) => {
    batches += 1;
    if (batches !== 2) return route.continue();
    for (const key of ['g', 'o']) await page.keyboard.press(key);
    await expect(line).toContainText('Importing orders.xlsx: 200 of 500 orders are saved.');
    await line.getByRole('link', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    return route.continue();
  });
  await page.getByRole('button', { name: /^Import 500 orders/ }).click();
  await expect(page.getByText('The import of orders.xlsx was stopped')).toBeVisible();
  const written = (await ordersOf(server.owner, shop.shop_id)).length;
  expect(written).toBe(400);
  await expect(page.getByText('400 orders were added')).toBeVisible();
  await page.unroute('**/api/import/orders');

  // Without a network the import pauses, then continues automatically on every page of the desk. A reload is
  // reported.
  await page.getByRole('button', { name: 'Import a file' }).click();
  await choose(page, 'orders.xlsx', file);
  await expect(page.getByRole('radio', { name: 'Unchanged 400' })).toBeVisible();
  await page.route('**/api/import/orders', (route) => route.abort());
  await page.getByRole('button', { name: /^Import 100 orders/ }).click();
  await expect(page.getByText('It continues automatically.')).toBeVisible();
  for (const key of ['g', 'o']) await page.keyboard.press(key);
  await expect(line).toContainText('No connection. It continues automatically.');
  page.once('dialog', (leaving) => leaving.accept());
  await page.reload();
  await expect(line).toContainText('The import of orders.xlsx was interrupted');
  await line.getByRole('link', { name: 'Show' }).click();
  await expect(page.getByText('The import of orders.xlsx was interrupted')).toBeVisible();
  await choose(page, 'orders.xlsx', file);
  await page.getByRole('button', { name: /^Import 100 orders/ }).click();
  await expect(page.getByText('It continues automatically.')).toBeVisible();
  for (const key of ['g', 'd']) await page.keyboard.press(key);
  await page.unroute('**/api/import/orders');
  await expect(line).toContainText('orders.xlsx is imported: 100 orders were added');
  await line.getByRole('link', { name: 'Show' }).click();
  await expect(page.getByText('100 orders were added')).toBeVisible();
  for (const key of ['g', 'o']) await page.keyboard.press(key);
  await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
  await expect(line).toHaveCount(0);
  const orders = await ordersOf(server.owner, shop.shop_id);
  expect(orders).toHaveLength(500);
  expect(new Set(orders.map(({ due_amount_fils }) => due_amount_fils))).toEqual(new Set([14_510]));
  const { rows: promised } = await promisedOf(server.owner, shop.shop_id);
  expect(promised).toEqual([new Date('2026-11-20T14:00:00Z')]);
});

test('hidden parts of a workbook are skipped and counted, and the user chooses between its sheets', async ({
  server,
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await openImport(page);
  const header = ['Order no', 'Customer', 'Address', 'Total', 'Payment', 'Phone'];
  const order = (number: string): SheetCell[] => [
    ...[number, 'Layla', 'Villa 3', { number: '45' }, 'Cash'],
    { number: '501234567', format: '0000000000' },
  ];
  const became_date: SheetCell[] = [{ date: '46055', format: 'd-mmm' }, ...order('').slice(1)];
  const sheets = {
    Today: [header, order('1'), order('2'), became_date],
    Tomorrow: [header, order('3')],
    Notes: [['Anything', 'else']],
    Old: [header, order('4')],
  };
  const hidden = { rows: [3], columns: [4], sheets: ['Old'] };
  await choose(page, 'orders.xlsx', workbookOf(sheets, [], { hidden }));
  const choices = page.getByRole('listitem').filter({ hasText: 'Order no · Customer' });
  await expect(choices).toHaveText([/^Today/, /^Tomorrow/]);
  await page.getByRole('button', { name: /^Today/ }).click();

  await expect(page.getByText('Hidden in this file: Total (Order total)')).toBeVisible();
  await page.getByRole('button', { name: 'Preview the orders' }).click();
  await expect(page.getByText('Sheet: Today')).toBeVisible();
  await expect(page.getByText('1 hidden row was skipped. 1 hidden sheet was skipped.')).toBeVisible();
  await expect(page.getByText('A hidden column is imported too: Total')).toBeVisible();
  await expect(page.getByRole('row', { name: /2-Feb/ })).toContainText(
    'is a date or a time in the spreadsheet',
  );
  await page.getByRole('button', { name: /^Import 1 order/ }).click();
  await expect(page.getByText('1 order was added')).toBeVisible();
  const phones = build(server.owner)
    .selectFrom('customers')
    .select('phone')
    .where('shop_id', '=', shop.shop_id);
  expect((await phones.execute()).map(({ phone }) => phone)).toContain('0501234567');

  // The sheet with the columns of an earlier list opens without a question, with its hidden column mapped.
  await page.getByRole('button', { name: 'Import a file' }).click();
  const next = { Today: [header, order('5')], Notes: sheets.Notes };
  await choose(page, 'orders.xlsx', workbookOf(next, [], { hidden: { columns: [4] } }));
  await expect(page.getByRole('button', { name: /^Import 1 order/ })).toBeVisible();
});

test('a list in windows-1256 shows its names, can be read in another encoding and back, and keeps its columns', async ({
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.manager);
  await page.setViewportSize({ width: 390, height: 844 });
  await openImport(page);
  const header = 'الرقم,الزبون,السكن,القيمة,طريقة الدفع';
  const rows = ['A-1,ليلى حسن,شارع الوصل فيلا 12,20,COD', 'A-2,محمد عبدالله,دبي مارينا,30,COD'];
  const list = Buffer.from(encodedIn('windows-1256', `${[header, ...rows].join('\r\n')}\r\n`));
  await choose(page, 'list.csv', list);
  const encoding = page.getByLabel('Encoding', { exact: true });
  await expect(encoding).toHaveValue('windows-1256');
  const notice = page.getByRole('status').filter({ hasText: 'the encoding of this file is a guess' });
  await expect(notice).toContainText('محمد عبدالله');
  await page.getByLabel('Order number', { exact: true }).selectOption('الرقم');
  await page.getByLabel("Customer's name", { exact: true }).selectOption('الزبون');

  await encoding.selectOption('Western European (Windows-1252)');
  await expect(page.getByRole('list', { name: 'Rows of the file in this encoding' })).toContainText('ãÍãÏ');
  await expect(encoding).toBeFocused();
  await expect(page.getByLabel("Customer's name", { exact: true })).toHaveValue('ÇáÒÈæä');
  await encoding.selectOption('UTF-16 LE');
  await expect(page.getByText('The file cannot be read in this encoding')).toBeVisible();
  await expect(encoding).toHaveValue('windows-1252');
  await encoding.selectOption('Arabic (Windows-1256)');
  await expect(page.getByLabel("Customer's name", { exact: true })).toHaveValue('الزبون');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.getByLabel('Address', { exact: true }).selectOption('السكن');
  await page.getByLabel('Order total', { exact: true }).selectOption('القيمة');
  await page.getByLabel('Payment method', { exact: true }).selectOption('طريقة الدفع');
  await page.getByRole('button', { name: 'Preview the orders' }).click();
  await expect(page.getByRole('radio', { name: 'New 2' })).toBeVisible();
  await expect(page.getByText('محمد عبدالله').first()).toBeVisible();
  await encoding.selectOption('Arabic (ISO 8859-6)');
  await expect(page.getByRole('list', { name: 'Rows of the file in this encoding' })).not.toContainText(
    'محمد',
  );
  await encoding.selectOption('Arabic (Windows-1256)');
  await expect(page.getByRole('radio', { name: 'New 2' })).toBeVisible();
  await expect(page.getByText('محمد عبدالله').first()).toBeVisible();
});

function ordersOf(owner: Database, shop_id: number) {
  return build(owner)
    .selectFrom('orders')
    .select(['order_number', 'due_amount_fils', 'payment_method'])
    .where('shop_id', '=', shop_id)
    .orderBy('order_number')
    .execute();
}

async function promisedOf(owner: Database, shop_id: number) {
  const rows = await build(owner)
    .selectFrom('orders')
    .select('promised_at')
    .distinct()
    .where('shop_id', '=', shop_id)
    .execute();
  return { rows: rows.map(({ promised_at }) => promised_at) };
}
