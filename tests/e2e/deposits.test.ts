import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { expectAccessibleEverywhere } from '../support/e2e-axe.ts';
import {
  addPerson,
  depositsOf,
  drawSignature,
  fillDeposit,
  giveCash,
  openBankDeposits,
} from '../support/e2e-cash.ts';
import { withoutChanges } from '../support/e2e-changes.ts';
import { mandoob } from '../support/e2e-cli.ts';
import { accessToken } from '../support/e2e-device.ts';
import { refuseWrites } from '../support/e2e-faults.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { dismissToasts, expectToasts, sendNow } from '../support/e2e-screens.ts';
import type { Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { limitMs } from '../support/time-limits.ts';

const FAILED: [string, string] = ['Error', 'Failed to record bank deposit'];
const successful = (reference: string): [string, string] => [
  'Success',
  `Bank deposit recorded successfully as ${reference} and cash on hand updated`,
];

const record = (page: Page) => page.getByRole('button', { name: 'Record Deposit' });
const newDeposit = (page: Page) => page.getByRole('button', { name: 'New Deposit' }).click();
const cards = (page: Page) => page.getByRole('region', { name: /^Deposit BD-/ });

async function signedLink(url: string, person: Person, path: string): Promise<string> {
  const answer = await fetch(`${url}/storage/v1/object/sign`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken(url, person)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ bucket: 'bank-deposits', path }),
  });
  return url + ((await answer.json()) as { signed_url: string }).signed_url;
}

test('a deposit: cash, slip, signature, receipt, list and document', { tag: '@whole-browser' }, async ({
  browser,
  context,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const { owner } = server;
  await giveCash(owner, shop.shop_id, shop.manager, 30_000);
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await expect(page.getByText('No bank deposits recorded yet')).toBeVisible();
  await newDeposit(page);
  await expect(page.getByRole('dialog', { name: 'Record Bank Deposit' })).toBeVisible();
  await fillDeposit(page, photo, { amount: '500', notes: '  Al Barsha branch  ' });
  await expect(page.getByText('This is AED 200.00 more than your cash on hand.')).toBeVisible();
  await record(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { deposits, movements } = await depositsOf(owner, shop.shop_id);
  const [deposit] = deposits;
  if (!deposit) throw new Error('Nothing was recorded');
  await expectToasts(page, successful(deposit.reference));

  const path = new RegExp(`^\\d{4}-\\d{2}/${shop.shop_id}/MonaManager/${deposit.reference}\\.pdf$`);
  expect(deposits).toMatchObject([
    {
      manager_id: shop.manager.user_id,
      amount_fils: 50_000,
      notes: 'Al Barsha branch',
      deposit_document_url: expect.stringMatching(path),
      invoice_image_url: null,
      manager_signature_url: null,
      signature_typed: false,
    },
  ]);
  expect(movements).toMatchObject([
    { from_user_id: shop.manager.user_id, to_holder: 'bank', amount_fils: 50_000 },
  ]);
  expect(await balanceOf(owner, shop.shop_id, shop.manager.user_id)).toBe(-20_000);

  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('AED 500.00');
  await expect(cards(page)).toContainText('Al Barsha branch');
  await dismissToasts(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'View Document' }).click();
  await expect.poll(async () => (await opened).url()).toContain('/storage/v1/object/signed/');
  await (await opened).close();

  const link = await signedLink(server.url, shop.manager, deposit.deposit_document_url);
  const answer = await fetch(link);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const { text, ink } = await readPdf(browser, Buffer.from(await answer.arrayBuffer()));
  for (const part of [
    'Bank Deposit Receipt',
    deposit.reference,
    'AED 500.00',
    'Mona Manager',
    'Al Barsha branch',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('could not be loaded');
  expect(ink).toBeGreaterThan(50_000);

  const tampered = await fetch(`${link.slice(0, -3)}AAA`);
  expect(tampered.status).toBe(403);
  expect(await tampered.json()).toMatchObject({ code: 'link_expired' });

  const at_hand = context.waitForEvent('page');
  await page.getByRole('button', { name: 'View Document' }).click();
  const document = await at_hand;
  await expect.poll(() => document.url()).toContain('/storage/v1/object/signed/');
  const own_link = document.url();
  expect((await fetch(own_link)).status).toBe(200);
  const revoked = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await revoked;
  const after = await fetch(own_link);
  expect(after.status).toBe(401);
  expect(await after.json()).toMatchObject({ code: 'not_signed_in' });
});

test('each rule has its toast, and nothing that was filled in is lost by it', async ({
  photo,
  server: { owner },
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await newDeposit(page);
  const missing: [string, string] = [
    'Missing Information',
    'Please fill in all required fields and provide a signature',
  ];
  const press = async (...expected: [string, string][]) => {
    await record(page).click();
    await expectToasts(page, ...expected);
    await dismissToasts(page);
  };
  await press(missing);
  const amount = page.getByLabel('Deposit Amount (AED) *');
  await amount.fill('120');
  await press(['Missing Invoice', 'Please upload an invoice image']);
  await drawSignature(page, 'Manager Signature *');
  const chooser = page.getByLabel('Choose file');
  await chooser.setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('AED 120') });
  await expectToasts(page, ['Invalid file type', 'Please upload an image file']);
  await dismissToasts(page);
  const heavy = Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024 + 1 - photo.length)]);
  await chooser.setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer: heavy });
  await expectToasts(page, ['File too large', 'Please upload an image smaller than 5MB']);
  await dismissToasts(page);
  await chooser.setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer: heavy.subarray(0, -1) });
  await expect(page.getByText('slip.jpg')).toBeVisible();

  await expect(page.getByText(/^The signatures were cleared/)).toBeVisible();
  await press(missing);
  for (const [wrong, title, description] of [
    ['0', 'Invalid Amount', 'Please enter a valid amount greater than 0'],
    ['1e3', 'Invalid Amount', 'Please enter a valid amount greater than 0'],
    ['10000000.01', 'Amount Too High', 'Amount cannot exceed AED 10,000,000.00'],
  ] as const) {
    await amount.fill(wrong);
    await drawSignature(page, 'Manager Signature *');
    await press([title, description]);
  }
  await amount.fill('120');
  await page.getByLabel('Deposit Date *').fill('2099-01-01');
  await drawSignature(page, 'Manager Signature *');
  await press(['Invalid Date', 'The deposit date cannot be after today']);
  await expect(amount).toHaveValue('120');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await depositsOf(owner, shop.shop_id)).deposits).toEqual([]);
});

test('cash that cannot be posted: warning and success, waiting, and posted once later', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  test.setTimeout(limitMs(180_000));
  const { owner } = server;
  await giveCash(owner, shop.shop_id, shop.manager, 30_000);
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await newDeposit(page);
  await fillDeposit(page, photo, { amount: '250' });
  const mend = await refuseWrites(owner, {
    table: 'cash_tracking_parts',
    event: 'insert or update',
    when: `new.shop_id = ${shop.shop_id}`,
  });
  try {
    await record(page).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { deposits, movements } = await depositsOf(owner, shop.shop_id);
    await expectToasts(
      page,
      ['Warning', 'Deposit recorded but failed to update cash tracking'],
      successful(deposits[0]?.reference ?? ''),
    );
    expect(movements).toMatchObject([{ posted_at: null }]);
    await expect(cards(page)).toContainText('AED 250.00 waiting to be posted');
  } finally {
    await mend();
  }
  const balance = () => balanceOf(owner, shop.shop_id, shop.manager.user_id);
  await expect.poll(balance, { timeout: limitMs(75_000), intervals: [250] }).toBe(5_000);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText('waiting to be posted')).toHaveCount(0);
  expect((await depositsOf(owner, shop.shop_id)).movements).toHaveLength(1);
  expect(await mandoob(server.data_dir, 'cash', 'verify')).toMatchObject({ code: 0 });
});

test('a failure keeps the form; the same command is sent again, and a lost answer is asked for after a reload', async ({
  photo,
  server: { owner },
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.manager);
  const commands = new Set<string>();
  page.on('request', (request) => {
    const id = request.headers()['idempotency-key'];
    if (id) commands.add(id);
  });
  await openBankDeposits(page);
  await newDeposit(page);
  await fillDeposit(page, photo, { amount: '75', notes: 'twice' });
  const mend = await refuseWrites(owner, {
    table: 'bank_deposits',
    event: 'insert',
    when: `new.shop_id = ${shop.shop_id}`,
  });
  try {
    await record(page).click();
    await expectToasts(page, FAILED);
    await dismissToasts(page);
  } finally {
    await mend();
  }
  await expect(page.getByLabel('Notes (Optional)')).toHaveValue('twice');
  await expect(page.getByText('slip of the bank.jpg')).toBeVisible();

  let cut = true;
  await page.route('**/api/deposits', async (route) => {
    if (!cut || route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    // A reload may have ended this request already.
    await route.abort('connectionreset').catch(() => undefined);
  });
  await record(page).click();
  const unknown = page.getByText("We don't know yet whether this was recorded");
  await expect(unknown).toBeVisible();
  await expect(record(page)).toHaveCount(0);
  await page.reload();
  await expect(unknown).toBeVisible();
  cut = false;
  await sendNow(page);
  await expect(page.getByText(/^Bank deposit recorded successfully as BD-/)).toBeVisible();
  await expect(unknown).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
  expect(commands.size).toBe(1);
  expect((await depositsOf(owner, shop.shop_id)).movements).toHaveLength(1);
});

test('a reference that another has taken is made anew, with its receipt', async ({
  browser,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await newDeposit(page);
  await fillDeposit(page, photo, { amount: '75' });
  const asked: string[] = [];
  await page.route('**/api/deposits', async (route) => {
    const body = route.request().postDataJSON() as { reference: string } | null;
    if (!body) return route.continue();
    asked.push(body.reference);
    if (asked.length > 1) return route.continue();
    const problem = {
      type: 'about:blank',
      title: 'taken',
      status: 409,
      code: 'reference_taken',
      request_id: 'x',
    };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem });
  });
  await record(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectToasts(page, successful(asked[1] ?? ''));
  expect(new Set(asked).size).toBe(2);
  const { deposits } = await depositsOf(server.owner, shop.shop_id);
  const [deposit] = deposits;
  const link = await signedLink(server.url, shop.manager, deposit?.deposit_document_url ?? '');
  const { text } = await readPdf(browser, Buffer.from(await (await fetch(link)).arrayBuffer()));
  expect(text).toContain(asked[1]);
  expect(text).not.toContain(asked[0]);
});

test('an Arabic and a very long manager name, in path and receipt', async ({
  browser,
  otherPhone,
  photo,
  server,
  shop,
}) => {
  test.setTimeout(limitMs(150_000));
  const { owner } = server;
  const arabic = 'عبد الرحمن السويدي';
  const long = `${'Maximilian-Alexander '.repeat(6)}von Hohenzollern`;
  const cases = [
    { login: 'a', full_name: arabic, segment: 'عبدالرحمنالسويدي' },
    { login: 'b', full_name: long, segment: 'Maximilian-Alexander'.repeat(6).slice(0, 80) },
  ];
  for (const { segment, ...person } of cases) {
    const manager = await addPerson(owner, shop, { ...person, role: 'Manager' });
    const page = await otherPhone(manager);
    await openBankDeposits(page);
    await newDeposit(page);
    await fillDeposit(page, photo, { amount: '75', notes: 'إيداع نقدي 75 درهم' });
    await record(page).click();
    await expect(page.getByText(/^Bank deposit recorded successfully/)).toBeVisible();
    const { deposits } = await depositsOf(owner, shop.shop_id);
    const path = deposits.at(-1)?.deposit_document_url ?? '';
    expect(path.split('/')[2]).toBe(segment);
    const link = await signedLink(server.url, manager, path);
    const { pieces } = await readPdf(browser, Buffer.from(await (await fetch(link)).arrayBuffer()));
    const words = pieces.filter(({ text }) => /[\u0600-\u06ff]|Maximilian/.test(text));
    expect(words.length).toBeGreaterThan(1);
    for (const word of words) expect(word.ink, word.text).toBeGreaterThan(20);
  }
});

test('ten thousand deposits are paged, newest first', async ({
  photo,
  server: { owner },
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await newDeposit(page);
  await fillDeposit(page, photo, { amount: '75' });
  await record(page).click();
  await expect(cards(page)).toHaveCount(1);
  await sql`
    insert into bank_deposits (shop_id, id, reference, manager_id, amount_fils, deposit_date, deposit_document_url,
      receipt_file_id, invoice_file_id, signature_file_id, signature_typed, signer, command_id, occurred_at, created_at)
    select shop_id, gen_random_uuid(), 'BD-old-' || n, manager_id, n, deposit_date, deposit_document_url, receipt_file_id,
      invoice_file_id, signature_file_id, false, signer, gen_random_uuid(), occurred_at, created_at - make_interval(secs => n)
    from bank_deposits, generate_series(1, 9999) n where shop_id = ${shop.shop_id}`.execute(owner);
  await page.reload();
  await expect(cards(page)).toHaveCount(50);
  for (const shown of [100, 150, 200]) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(cards(page)).toHaveCount(shown);
  }
  await expect(cards(page).nth(1)).toHaveAccessibleName('Deposit BD-old-1');
  await expect(cards(page).nth(199)).toHaveAccessibleName('Deposit BD-old-199');
});

test('a list that cannot be read says so, and is read again on wish', async ({ page, shop, signedIn }) => {
  await signedIn(shop.manager);
  await withoutChanges(page);
  await page.route('**/api/deposits', (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await page.goto('/dashboard/bank-deposits');
  await expectToasts(page, ['Error', 'Failed to fetch bank deposits']);
  await expect(page.getByText('Bank deposits could not be loaded')).toBeVisible();
  await page.unroute('**/api/deposits');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No bank deposits recorded yet')).toBeVisible();
});

test('list and form are accessible everywhere', async ({ photo, server: { owner }, shop, signedIn }) => {
  test.setTimeout(limitMs(180_000));
  await giveCash(owner, shop.shop_id, shop.manager, 5_000);
  const page = await signedIn(shop.manager);
  await openBankDeposits(page);
  await newDeposit(page);
  await expectAccessibleEverywhere(page, 'empty form');
  await fillDeposit(page, photo, { amount: '75', notes: 'x'.repeat(300) });
  await expectAccessibleEverywhere(page, 'filled form');
  await record(page).click();
  await expect(cards(page)).toHaveCount(1);
  await dismissToasts(page);
  await expectAccessibleEverywhere(page, 'bank deposits');
});
